import JSON
import Testing

@Suite struct JSONDifferenceTests {
    private func places(_ one: JSONValue, _ other: JSONValue) -> [String] {
        one.differences(from: other).map(\.path)
    }

    @Test func `paths are written as in jq`() {
        let one: JSONValue = ["a": [["b": 1.json], ["b": 2.json]], "c": "x", "d": nil]
        let other: JSONValue = ["c": "y", "a": [["b": 1.json], ["b": 3.json]], "d": 4.json]
        #expect(places(one, other) == [".a[1].b", ".c", ".d"])
        #expect(
            one.differences(from: other).first == JSONDifference(path: ".a[1].b", one: 2.json, other: 3.json)
        )
        #expect(places(one, one).isEmpty)
        #expect(places(1.json, "1") == [""])
    }

    @Test func `members present on one side only are ignored, but missing elements are not`() {
        #expect(places(["a": 1.json, "b": 2.json], ["b": 2.json, "c": 3.json]).isEmpty)
        #expect(places(["a": [1.json]], ["a": [1.json, 2.json]]) == [".a"])
    }

    @Test func `floating-point numbers are compared with a tolerance, integers exactly`() {
        #expect(places(0.1.json, 0.10000000000000002.json).isEmpty)
        #expect(places(0.5.json, 0.5001.json) == [""])
        #expect(places(2.json, 2.0.json).isEmpty)
        #expect(places(.integer(1 << 60), .integer(1 << 60 + 1)) == [""])
    }
}
