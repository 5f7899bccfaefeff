import ObjectStore

extension Catalog {
  /// The sample data: records with a stock ledger, in the format of an export, with names as references if they are
  /// easy to read. Customers' addresses are at example.com (RFC 2606), and their phone numbers are reserved for
  /// fiction.
  static let sample = """
    {"entity":"Maker","id":"019550ef-1668-7001-8000-000000000001","name":"Harbour Pottery"}
    {"entity":"Maker","id":"019550ef-1a50-7001-8000-000000000002","name":"Blue Kiln"}
    {"entity":"Maker","id":"019550ef-1e38-7001-8000-000000000003","name":"Oak & Ash Workshop"}
    {"entity":"Maker","id":"019550ef-2220-7001-8000-000000000004","name":"Silk Lane"}
    {"entity":"Maker","id":"019550ef-2608-7001-8000-000000000005","name":"Northlight Glass"}
    {"entity":"Collection","id":"019550ef-29f0-7002-8000-000000000006","name":"Breakfast"}
    {"entity":"Collection","id":"019550ef-2dd8-7002-8000-000000000007","name":"Evening"}
    {"entity":"Collection","id":"019550ef-31c0-7002-8000-000000000008","name":"Gifts under 30"}
    {"entity":"Customer","id":"019550ef-35a8-7003-8000-000000000009","name":"Ada Example",
      "email":"ada@example.com","phone":"+44 20 7946 0001"}
    {"entity":"Customer","id":"019550ef-3990-7003-8000-00000000000a","name":"Bruno Example",
      "email":"bruno@example.com"}
    {"entity":"Customer","id":"019550ef-3d78-7003-8000-00000000000b","name":"Chloé Example",
      "email":"chloe@example.com","phone":"+33 1 99 00 12 34"}
    {"entity":"Customer","id":"019550ef-4160-7003-8000-00000000000c","name":"Dai Example",
      "phone":"+44 20 7946 0002"}
    {"entity":"Product","id":"019550ef-4548-7004-8000-00000000000d","sku":"MUG-01","name":"Morning Mug",
      "price":"14.50","quantity":34,"rating":4.6,"isFavorite":true,"timesSold":6,
      "lastSold":"2025-03-12T09:30:00Z","url":"https://shop.example/mug-01","tint":"#2f6f9f",
      "note":"Holds 300 ml; fits the dishwasher.","makers":["Harbour Pottery"],"collections":["Breakfast",
      "Gifts under 30"]}
    {"entity":"Product","id":"019550ef-4930-7004-8000-00000000000e","sku":"MUG-02","name":"Speckled Mug",
      "price":"16.00","quantity":25,"rating":4.2,"isFavorite":false,"timesSold":0,
      "url":"https://shop.example/mug-02","tint":"#d9c7a3","makers":["Blue Kiln"],"collections":["Breakfast",
      "Gifts under 30"]}
    {"entity":"Product","id":"019550ef-4d18-7004-8000-00000000000f","sku":"MUG-03","name":"Espresso Cup",
      "price":"9.90","quantity":60,"rating":3.8,"isFavorite":false,"timesSold":0,
      "url":"https://shop.example/mug-03","tint":"#222222","makers":["Blue Kiln"],"collections":["Breakfast",
      "Gifts under 30"]}
    {"entity":"Product","id":"019550ef-5100-7004-8000-000000000010","sku":"BWL-01","name":"Porridge Bowl",
      "price":"18.00","quantity":16,"rating":4.9,"isFavorite":true,"timesSold":2,
      "lastSold":"2025-03-03T10:15:00Z","url":"https://shop.example/bwl-01","tint":"#e8e2d0",
      "makers":["Harbour Pottery"],"collections":["Breakfast"]}
    {"entity":"Product","id":"019550ef-54e8-7004-8000-000000000011","sku":"JUG-01","name":"Milk Jug",
      "price":"22.00","quantity":12,"rating":4.1,"isFavorite":false,"timesSold":0,
      "url":"https://shop.example/jug-01","tint":"#ffffff",
      "note":"Thrown by one workshop, glazed by the other.","makers":["Harbour Pottery","Blue Kiln"],
      "collections":["Breakfast","Gifts under 30"]}
    {"entity":"Product","id":"019550ef-58d0-7004-8000-000000000012","sku":"VAS-01","name":"Tall Vase",
      "price":"48.00","quantity":8,"rating":4.7,"isFavorite":true,"timesSold":1,
      "lastSold":"2025-03-08T11:05:00Z","url":"https://shop.example/vas-01","tint":"#1f7a4d",
      "makers":["Northlight Glass"],"collections":["Evening"]}
    {"entity":"Product","id":"019550ef-5cb8-7004-8000-000000000013","sku":"VAS-02","name":"Bud Vase",
      "price":"19.50","quantity":30,"rating":4.0,"isFavorite":false,"timesSold":0,
      "url":"https://shop.example/vas-02","tint":"#c96f4a","makers":["Blue Kiln"],
      "collections":["Gifts under 30"]}
    {"entity":"Product","id":"019550ef-60a0-7004-8000-000000000014","sku":"LMP-01","name":"Reading Lamp",
      "price":"89.00","quantity":6,"rating":4.4,"isFavorite":false,"timesSold":0,
      "url":"https://shop.example/lmp-01","tint":"#8a5a2b","makers":["Oak & Ash Workshop","Northlight Glass"],
      "collections":["Evening"]}
    {"entity":"Product","id":"019550ef-6488-7004-8000-000000000015","sku":"BRD-01","name":"Bread Board",
      "price":"27.50","quantity":19,"rating":4.8,"isFavorite":false,"timesSold":1,
      "lastSold":"2025-03-14T14:00:00Z","url":"https://shop.example/brd-01","tint":"#a9743f",
      "note":"Oiled ash; wipe it, do not soak it.","makers":["Oak & Ash Workshop"],"collections":["Breakfast",
      "Gifts under 30"]}
    {"entity":"Product","id":"019550ef-6870-7004-8000-000000000016","sku":"TIE-01","name":"Red Bow Tie",
      "price":"29.00","quantity":14,"rating":4.5,"isFavorite":true,"timesSold":1,
      "lastSold":"2025-03-05T16:40:00Z","timesWorn":3,"lastWorn":"2025-03-08T18:30:00Z",
      "url":"https://shop.example/tie-01","tint":"#c2263a",
      "makers":["Silk Lane"],"collections":["Evening","Gifts under 30"]}
    {"entity":"Product","id":"019550ef-ce00-7004-8000-000000000030","sku":"TIE-02","name":"Orange Bow Tie",
      "price":"27.00","quantity":9,"rating":3.5,"isFavorite":false,"timesSold":0,
      "url":"https://shop.example/tie-02","tint":"#e8741e",
      "makers":["Silk Lane"],"collections":["Gifts under 30"]}
    {"entity":"Product","id":"019550ef-d1e8-7004-8000-000000000031","sku":"TIE-03","name":"Yellow Bow Tie",
      "price":"27.00","quantity":11,"rating":4,"isFavorite":false,"timesSold":0,
      "timesWorn":1,"lastWorn":"2025-03-01T12:00:00Z",
      "url":"https://shop.example/tie-03","tint":"#f2c21b",
      "makers":["Silk Lane"],"collections":["Gifts under 30"]}
    {"entity":"Product","id":"019550ef-d5d0-7004-8000-000000000032","sku":"TIE-04","name":"Green Bow Tie",
      "price":"27.00","quantity":7,"rating":3,"isFavorite":false,"timesSold":0,
      "url":"https://shop.example/tie-04","tint":"#2e8b45",
      "makers":["Silk Lane"],"collections":["Gifts under 30"]}
    {"entity":"Product","id":"019550ef-6c58-7004-8000-000000000017","sku":"TIE-05","name":"Blue Bow Tie",
      "price":"32.00","quantity":14,"rating":5,"isFavorite":false,"timesSold":0,
      "url":"https://shop.example/tie-05","tint":"#1f57b8",
      "makers":["Silk Lane"],"collections":["Evening"]}
    {"entity":"Product","id":"019550ef-d9b8-7004-8000-000000000033","sku":"TIE-06","name":"Indigo Bow Tie",
      "price":"32.00","quantity":6,"rating":4.2,"isFavorite":true,"timesSold":0,
      "timesWorn":2,"lastWorn":"2025-02-14T19:00:00Z",
      "url":"https://shop.example/tie-06","tint":"#4b0082",
      "makers":["Silk Lane"],"collections":["Evening"]}
    {"entity":"Product","id":"019550ef-dda0-7004-8000-000000000034","sku":"TIE-07","name":"Violet Bow Tie",
      "price":"32.00","quantity":5,"rating":2,"isFavorite":false,"timesSold":0,
      "url":"https://shop.example/tie-07","tint":"#8a2be2",
      "makers":["Silk Lane"],"collections":["Evening"]}
    {"entity":"Product","id":"019550ef-7040-7004-8000-000000000018","sku":"TIE-08","name":"Straw Bow Tie",
      "price":"24.00","quantity":0,"rating":2.5,"isFavorite":false,"timesSold":0,
      "url":"https://shop.example/tie-08","tint":"#e8d9a0","archived":true,
      "note":"The weaver no longer makes this cloth.","makers":["Silk Lane"],"collections":[]}
    {"entity":"Sale","id":"019550ef-7428-7005-8000-000000000019","quantity":2,"unitPrice":"14.50",
      "productName":"Morning Mug","soldAt":"2025-03-03T10:15:00Z",
      "customer":"019550ef-35a8-7003-8000-000000000009","product":"MUG-01"}
    {"entity":"Sale","id":"019550ef-7810-7005-8000-00000000001a","quantity":2,"unitPrice":"18.00",
      "productName":"Porridge Bowl","soldAt":"2025-03-03T10:15:00Z",
      "customer":"019550ef-35a8-7003-8000-000000000009","product":"BWL-01"}
    {"entity":"Sale","id":"019550ef-7bf8-7005-8000-00000000001b","quantity":1,"unitPrice":"29.00",
      "productName":"Red Bow Tie","soldAt":"2025-03-05T16:40:00Z",
      "customer":"019550ef-3990-7003-8000-00000000000a","product":"TIE-01"}
    {"entity":"Sale","id":"019550ef-7fe0-7005-8000-00000000001c","quantity":1,"unitPrice":"48.00",
      "productName":"Tall Vase","soldAt":"2025-03-08T11:05:00Z",
      "customer":"019550ef-3d78-7003-8000-00000000000b","product":"VAS-01"}
    {"entity":"Sale","id":"019550ef-83c8-7005-8000-00000000001d","quantity":4,"unitPrice":"14.50",
      "productName":"Morning Mug","soldAt":"2025-03-12T09:30:00Z",
      "customer":"019550ef-3d78-7003-8000-00000000000b","product":"MUG-01"}
    {"entity":"Sale","id":"019550ef-87b0-7005-8000-00000000001e","quantity":1,"unitPrice":"27.50",
      "productName":"Bread Board","soldAt":"2025-03-14T14:00:00Z","product":"BRD-01"}
    {"entity":"StockMovement","id":"019550ef-8b98-7006-8000-00000000001f","delta":40,"reason":"opening",
      "at":"2025-03-01T09:00:00Z","product":"MUG-01"}
    {"entity":"StockMovement","id":"019550ef-8f80-7006-8000-000000000020","delta":25,"reason":"opening",
      "at":"2025-03-01T09:00:00Z","product":"MUG-02"}
    {"entity":"StockMovement","id":"019550ef-9368-7006-8000-000000000021","delta":60,"reason":"opening",
      "at":"2025-03-01T09:00:00Z","product":"MUG-03"}
    {"entity":"StockMovement","id":"019550ef-9750-7006-8000-000000000022","delta":18,"reason":"opening",
      "at":"2025-03-01T09:00:00Z","product":"BWL-01"}
    {"entity":"StockMovement","id":"019550ef-9b38-7006-8000-000000000023","delta":12,"reason":"opening",
      "at":"2025-03-01T09:00:00Z","product":"JUG-01"}
    {"entity":"StockMovement","id":"019550ef-9f20-7006-8000-000000000024","delta":9,"reason":"opening",
      "at":"2025-03-01T09:00:00Z","product":"VAS-01"}
    {"entity":"StockMovement","id":"019550ef-a308-7006-8000-000000000025","delta":30,"reason":"opening",
      "at":"2025-03-01T09:00:00Z","product":"VAS-02"}
    {"entity":"StockMovement","id":"019550ef-a6f0-7006-8000-000000000026","delta":6,"reason":"opening",
      "at":"2025-03-01T09:00:00Z","product":"LMP-01"}
    {"entity":"StockMovement","id":"019550ef-aad8-7006-8000-000000000027","delta":20,"reason":"opening",
      "at":"2025-03-01T09:00:00Z","product":"BRD-01"}
    {"entity":"StockMovement","id":"019550ef-aec0-7006-8000-000000000028","delta":15,"reason":"opening",
      "at":"2025-03-01T09:00:00Z","product":"TIE-01"}
    {"entity":"StockMovement","id":"019550ef-b2a8-7006-8000-000000000029","delta":14,"reason":"opening",
      "at":"2025-03-01T09:00:00Z","product":"TIE-05"}
    {"entity":"StockMovement","id":"019550ef-e188-7006-8000-000000000035","delta":9,"reason":"opening",
      "at":"2025-03-01T09:00:00Z","product":"TIE-02"}
    {"entity":"StockMovement","id":"019550ef-e570-7006-8000-000000000036","delta":11,"reason":"opening",
      "at":"2025-03-01T09:00:00Z","product":"TIE-03"}
    {"entity":"StockMovement","id":"019550ef-e958-7006-8000-000000000037","delta":7,"reason":"opening",
      "at":"2025-03-01T09:00:00Z","product":"TIE-04"}
    {"entity":"StockMovement","id":"019550ef-ed40-7006-8000-000000000038","delta":6,"reason":"opening",
      "at":"2025-03-01T09:00:00Z","product":"TIE-06"}
    {"entity":"StockMovement","id":"019550ef-f128-7006-8000-000000000039","delta":5,"reason":"opening",
      "at":"2025-03-01T09:00:00Z","product":"TIE-07"}
    {"entity":"StockMovement","id":"019550ef-b690-7006-8000-00000000002a","delta":-2,"reason":"sale",
      "at":"2025-03-03T10:15:00Z","product":"MUG-01","sale":"019550ef-7428-7005-8000-000000000019"}
    {"entity":"StockMovement","id":"019550ef-ba78-7006-8000-00000000002b","delta":-2,"reason":"sale",
      "at":"2025-03-03T10:15:00Z","product":"BWL-01","sale":"019550ef-7810-7005-8000-00000000001a"}
    {"entity":"StockMovement","id":"019550ef-be60-7006-8000-00000000002c","delta":-1,"reason":"sale",
      "at":"2025-03-05T16:40:00Z","product":"TIE-01","sale":"019550ef-7bf8-7005-8000-00000000001b"}
    {"entity":"StockMovement","id":"019550ef-c248-7006-8000-00000000002d","delta":-1,"reason":"sale",
      "at":"2025-03-08T11:05:00Z","product":"VAS-01","sale":"019550ef-7fe0-7005-8000-00000000001c"}
    {"entity":"StockMovement","id":"019550ef-c630-7006-8000-00000000002e","delta":-4,"reason":"sale",
      "at":"2025-03-12T09:30:00Z","product":"MUG-01","sale":"019550ef-83c8-7005-8000-00000000001d"}
    {"entity":"StockMovement","id":"019550ef-ca18-7006-8000-00000000002f","delta":-1,"reason":"sale",
      "at":"2025-03-14T14:00:00Z","product":"BRD-01","sale":"019550ef-87b0-7005-8000-00000000001e"}
    """
}
