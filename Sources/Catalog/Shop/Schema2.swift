extension Catalog {
  static let schema2 = Migration { db, context in
    for table in ["ingredients_usedIn", "runFailure", "photo", "run", "recipe", "product"] {
      try db.execute(sql: "DROP TABLE \(table)")
    }
    try Migration.creating(model).run(db, context)
  }
}
