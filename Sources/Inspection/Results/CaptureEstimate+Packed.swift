extension CaptureEstimate: PackedResult {
    package var packedOrder: UInt64 { UInt64(clamping: requestSent) }

    package func pack(into writer: inout PackedWriter) {
        for count in [stream, order, requestBytes, responseBytes] { writer.put(count) }
        writer.put(client)
        writer.put(server)
        writer.putShared(serverName)
        writer.put(requestSent)
        writer.put(firstByte, after: requestSent)
        writer.put(lastByte, after: requestSent)
    }

    package init(from reader: inout PackedReader) {
        stream = reader.count()
        order = reader.count()
        requestBytes = reader.count()
        responseBytes = reader.count()
        client = reader.endpoint()
        server = reader.endpoint()
        serverName = reader.sharedTextOrNil()
        requestSent = reader.stamp()
        firstByte = reader.stampOrNil(after: requestSent) ?? requestSent
        lastByte = reader.stampOrNil(after: requestSent) ?? requestSent
    }
}
