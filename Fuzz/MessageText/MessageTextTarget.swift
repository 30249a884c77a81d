import Forwarding
import FuzzSupport
import HTTP

/// Any bytes as the text of a message that people edit: refused with a line of it, or the same message once written
/// and read again, and a request that is one for the server, too.
package func fuzzMessageText(_ bytes: [UInt8]) {
    guard let text = read(bytes) else { return }
    checkRequest(text, bytes)
    checkResponse(text, bytes)
}

private func read(_ bytes: [UInt8]) -> MessageText? {
    attempt(bytes) { () throws(MessageTextError) in try MessageText(parsing: bytes) }
}

/// nil if the text is refused, which must have a reason and a place within it.
private func attempt<Value>(_ bytes: [UInt8], _ read: () throws(MessageTextError) -> Value) -> Value? {
    do throws(MessageTextError) {
        return try read()
    } catch {
        let lines = bytes.count { $0 == 0x0A } + 1
        demand((1...lines).contains(error.line), "no such line: \(error.line)")
        demand(!error.words.isEmpty, "refused without a reason")
        return nil
    }
}

private func checkRequest(_ text: MessageText, _ bytes: [UInt8]) {
    let composed = attempt(bytes) { () throws(MessageTextError) in try ForwardedRequest(composed: text) }
    // No server takes a request with two hosts.
    guard let composed, composed.head.fields.values("Host").count == 1 else { return }
    let written = composed.text(body: text.body)
    guard let again = read(written), let edited = try? composed.edited(by: again) else {
        return demand(false, "refused once written:\n\(String(decoding: written, as: UTF8.self))")
    }
    demand(edited.destination == composed.destination && edited.url == composed.url, "another URL")
    demand(edited.head.method == composed.head.method, "another method")
    demand(sorted(edited.head.fields) == sorted(composed.head.fields), "other fields")
    demand(again.body == text.body, "another body")
    demand(edited.text(body: again.body) == written, "another text")
    checkSending(composed.head)
}

/// Its head is refused, or the one that a server reads.
private func checkSending(_ head: HTTPRequestHead) {
    guard let writer = try? HTTP1RequestWriter(head, .none) else { return }
    var parser = HTTP1RequestParser(
        .strict,
        limits: HTTP1Limits(head: 1 << 22, startLine: 1 << 22, fields: 1 << 20)
    )
    parser.receive(writer.head)
    guard case .head(let read, _)? = try? parser.next() else { return demand(false, "no head was read back") }
    demand(read.method == head.method && read.target == head.target, "another request was read back")
    demand(read.fields.count == head.fields.count, "a field broke out of its line")
    demand(parser.position == writer.head.count, "more than a head was written")
}

private func checkResponse(_ text: MessageText, _ bytes: [UInt8]) {
    let plain = HTTPResponseHead(status: 200, fields: HTTPFields())
    let composed = attempt(bytes) { () throws(MessageTextError) in try plain.edited(by: text) }
    guard let composed else { return }
    let written = composed.text(body: text.body)
    guard let again = read(written), let edited = try? composed.edited(by: again) else {
        return demand(false, "refused once written:\n\(String(decoding: written, as: UTF8.self))")
    }
    demand(edited.status == composed.status && edited.reason == composed.reason, "another status")
    demand(sorted(edited.fields) == sorted(composed.fields), "other fields")
    demand(again.body == text.body, "another body")
}

private func sorted(_ fields: HTTPFields) -> [String] { fields.map { "\($0.name): \($0.value)" }.sorted() }
