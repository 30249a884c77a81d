import FuzzSupport
import Wire
import WireGuard

/// A text as a configuration: refused with its place, or the same again once written. Other bytes as what happens to
/// two ends of a tunnel: whatever comes, only whole packets of the peer's own addresses come out, each once.
package func fuzzWireGuard(_ input: [UInt8]) {
    // Making keys takes longer than anything else here.
    if input.first.map({ $0 >= 0x20 }) ?? true {
        configure(String(decoding: input, as: UTF8.self))
        return
    }
    guard var line = Line() else { return }
    for piece in pieces(of: input).prefix(64) {
        line.play(Array(piece))
    }
}

private func configure(_ text: String) {
    do {
        let read = try WireGuardConfiguration(text: text)
        let again = try? WireGuardConfiguration(text: read.text)
        demand(again == read, "another configuration once written")
    } catch {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count
        demand((1...lines).contains(error.line), "an error at no line")
        demand(!error.description.isEmpty, "an error without words")
    }
    if let prefix = AddressPrefix(text) {
        demand(AddressPrefix(prefix.description) == prefix, "another prefix once written")
    }
    if let endpoint = ConfiguredEndpoint(text) {
        demand(ConfiguredEndpoint(endpoint.description) == endpoint, "another endpoint once written")
    }
}
