/// Writes the head of an HTTP/1 message.
enum HTTP1Writer {
    static func head(startLine: String, fields: HTTPFields) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        HTTPText.append(startLine, to: &bytes)
        bytes += [HTTPText.carriageReturn, HTTPText.lineFeed]
        append(fields, to: &bytes)
        return bytes
    }

    /// Field lines and the empty line behind them.
    static func append(_ fields: HTTPFields, to bytes: inout [UInt8]) {
        for field in fields {
            HTTPText.append(field.name, to: &bytes)
            bytes += [UInt8(ascii: ":"), HTTPText.space]
            HTTPText.append(field.value, to: &bytes)
            bytes += [HTTPText.carriageReturn, HTTPText.lineFeed]
        }
        bytes += [HTTPText.carriageReturn, HTTPText.lineFeed]
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
