import FuzzSupport
import JSON

/// Any bytes as a JSON document: rejected with a place within them, or the same once written and read again.
package func fuzzJSON(_ bytes: [UInt8]) {
    guard let value = read(bytes) else { return }
    let text = value.pretty
    // Doubles without a fraction are written as whole numbers.
    guard let again = read(Array(text.utf8)) else {
        demand(false, "refused once written:\n\(text)")
        return
    }
    demand(again.pretty == text, "another one once written:\n\(text)")
}

private func read(_ bytes: [UInt8]) -> JSONValue? {
    do throws(JSONSyntaxError) {
        return try JSONValue(parsing: bytes)
    } catch {
        let lines = bytes.count { $0 == 0x0A } + 1
        demand(
            (1...lines).contains(error.line) && (1...bytes.count + 1).contains(error.column),
            "no such place"
        )
        demand(!error.message.isEmpty, "refused without a reason")
        return nil
    }
}
