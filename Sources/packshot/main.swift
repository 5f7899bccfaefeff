print("packshot")
