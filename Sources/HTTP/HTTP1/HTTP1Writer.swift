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
        append(fields, to: &bytes)
        return bytes
    }

    /// Field lines and the empty line behind them.
    static func append(_ fields: HTTPFields, to bytes: inout [UInt8]) {
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
    }
}

extension HTTPFields {
    /// As trailers: field lines and the empty line that ends them.
    package func serialised() -> [UInt8] {
        var bytes: [UInt8] = []
        HTTP1Writer.append(self, to: &bytes)
        return bytes
    }
}
