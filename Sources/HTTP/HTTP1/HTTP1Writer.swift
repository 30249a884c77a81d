/// Writes the head of an HTTP/1 message.
enum HTTP1Writer {
    static func head(startLine: String, fields: HTTPFields) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        HTTPText.append(startLine, to: &bytes)
        bytes += [HTTPText.carriageReturn, HTTPText.lineFeed]
        for field in fields {
            HTTPText.append(field.name, to: &bytes)
            bytes += [UInt8(ascii: ":"), HTTPText.space]
            HTTPText.append(field.value, to: &bytes)
            bytes += [HTTPText.carriageReturn, HTTPText.lineFeed]
        }
        bytes += [HTTPText.carriageReturn, HTTPText.lineFeed]
        return bytes
    }
}
