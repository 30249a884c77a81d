/// Writes the head of an HTTP/1 message, line by line.
package struct HTTP1Writer {
    private static let usualStart = Array("HTTP/1.1 200 OK".utf8)

    private var bytes: [UInt8] = []

    /// A response's status line and its own fields, with room for a few more.
    package init(_ head: borrowing HTTPResponseHead, room: Int = 128) {
        bytes.reserveCapacity(head.fields.bytes.count + head.reason.utf8.count + room)
        if head.version == .http11, head.status == 200, head.reason == "OK" {
            bytes += Self.usualStart
        } else {
            HTTPText.append(head.version.description, to: &bytes)
            bytes.append(HTTPText.space)
            HTTPText.append(String(head.status), to: &bytes)
            bytes.append(HTTPText.space)
            HTTPText.append(head.reason, to: &bytes)
        }
        endLine()
        bytes += head.fields.bytes
    }

    /// Continues after lines that were written before; see `written`.
    package init(_ lines: [UInt8], room: Int = 64) {
        bytes.reserveCapacity(lines.count + room)
        bytes += lines
    }

    /// Everything written, without the empty line at the end.
    package var written: [UInt8] { bytes }

    /// A finished line, including its line end.
    package mutating func add(line: [UInt8]) {
        bytes += line
    }

    private init(startLine: String, _ fields: HTTPFields) {
        bytes.reserveCapacity(startLine.utf8.count + fields.bytes.count + 4)
        HTTPText.append(startLine, to: &bytes)
        endLine()
        bytes += fields.bytes
    }

    package mutating func add(_ name: String, _ value: String) {
        HTTPText.append(name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(HTTPText.space)
        HTTPText.append(value, to: &bytes)
        endLine()
    }

    /// Everything written, and the empty line at the end.
    package consuming func finished() -> [UInt8] {
        endLine()
        return bytes
    }

    static func head(startLine: String, fields: HTTPFields) -> [UInt8] {
        HTTP1Writer(startLine: startLine, fields).finished()
    }

    private mutating func endLine() {
        bytes.append(HTTPText.carriageReturn)
        bytes.append(HTTPText.lineFeed)
    }
}
