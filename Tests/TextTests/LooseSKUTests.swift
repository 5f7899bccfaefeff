import Testing

@testable import Text

@Suite struct LooseSKUTests {
  @Test(arguments: [
    ("MUG-01", "mug01"), (" mug 01 ", "mug01"), ("M.U_G\u{2013}0\u{AD}1", "mug01"), ("MÜG-01", "mug01"),
    ("mu\u{308}g\u{A0}01", "mug01"), ("ＭＵＧ－０１", "mug01"), ("Ångström·7", "angstrom7"), ("---", ""), ("", ""),
    ("MUG/01", "mug/01"), ("MUG-011", "mug011"),
    ("杯子-1", "杯子1"),
  ])
  func separatorsAccentsAndCaseAreDropped(sku: String, loose: String) {
    #expect(sku.looseSKU == loose)
  }
}
