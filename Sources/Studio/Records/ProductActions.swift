import Hummingbird
import PackshotKit

/// What can be done with a product: selling it and wearing it.
struct ProductActions: Sendable {
  let shop: Shop

  func add(to router: Router<BasicRequestContext>) {
    let products = RecordPages<Catalog.Product>(shop: shop)
    router.post("products/:id/sell") { request, context in
      let (id, form) = (try products.id(context), try await Form(request, shop.token))
      try await shop.catalog.perform { catalog in
        let typed = form["quantity"] ?? "1"
        guard
          case .integer(let quantity)? = try Catalog.Sale.entity.attribute("quantity")?.value(typed: typed, of: "Sale")
        else { throw HTTPError(.unprocessableContent) }
        let customer = form["customer"].flatMap { $0.isEmpty ? nil : $0 }
        try catalog.recordSale(
          customer: customer.map { try catalog.record(Catalog.Customer.self, matching: $0).id }, product: id,
          quantity: Int32(clamping: quantity))
      }
      return Response.redirect(to: Catalog.Product.address(id) + "?done")
    }
    router.post("products/:id/wear") { request, context in
      let id = try products.id(context)
      _ = try await Form(request, shop.token)
      try await shop.catalog.perform { _ = try $0.wear(id) }
      return Response.redirect(to: Catalog.Product.address(id) + "?done")
    }
  }
}
