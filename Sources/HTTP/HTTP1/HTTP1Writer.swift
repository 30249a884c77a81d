/// Writes the head of an HTTP/1 message.
enum HTTP1Writer {
    static func head(startLine: String, fields: HTTPFields) -> [UInt8] {
        var bytes: [UInt8] = []
        // A field has four characters between and behind name and value.
        bytes.reserveCapacity(
            fields.reduce(startLine.utf8.count + 4) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
        )
        HTTPText.append(startLine, to: &bytes)
        bytes.append(HTTPText.carriageReturn)
        bytes.append(HTTPText.lineFeed)
        for field in fields {
            HTTPText.append(field.name, to: &bytes)
            bytes.append(UInt8(ascii: ":"))
            bytes.append(HTTPText.space)
            HTTPText.append(field.value, to: &bytes)
            bytes.append(HTTPText.carriageReturn)
            bytes.append(HTTPText.lineFeed)
        }
        bytes.append(HTTPText.carriageReturn)
        bytes.append(HTTPText.lineFeed)
        return bytes
    }
}
