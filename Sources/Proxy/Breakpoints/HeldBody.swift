import Forwarding
import HTTP

/// The body of a message that waits at a breakpoint.
struct HeldBody {
    /// Longest body that is held back, in bytes.
    static let longest = BodyEdit.longest

    /// As it came.
    let bytes: [UInt8]
    let trailers: HTTPFields
    /// As people edit it: without compression. nil if it is no text, or its compression is unknown.
    let shown: [UInt8]?

    init(_ bytes: [UInt8], trailers: HTTPFields = HTTPFields(), _ fields: HTTPFields) {
        self.bytes = bytes
        self.trailers = trailers
        let plain = try? BodyFields.unpacked(bytes, fields, atMost: Self.longest)
        shown = plain.flatMap { Self.isText($0) ? $0 : nil }
    }

    private static func isText(_ bytes: [UInt8]) -> Bool {
        !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
    }

    /// The body that an edited text asks for, with the fields made to fit it; nil if it is the same.
    func edited(by text: MessageText, _ fields: inout HTTPFields) -> [UInt8]? {
        let coding = text.fields["Content-Encoding"]
        if coding == nil, text.body == shown ?? [] { return nil }
        BodyFields.fit(&fields, to: text.body)
        fields["Content-Encoding"] = coding
        return text.body
    }
}
