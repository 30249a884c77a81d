package import JSON

extension OriginLogEntry: JSONLineReadable {
    package init?(json: JSONValue) {
        guard let port = json["clientPort"]?.int64.flatMap(UInt16.init(exactly:)),
            let order = json["order"]?.int, let first = json["requestFirstByteNs"]?.instant,
            let last = json["requestLastByteNs"]?.instant
        else { return nil }
        self.init(
            clientPort: port,
            order: order,
            stream: json["stream"]?.int,
            httpVersion: json["httpVersion"]?.text,
            method: json["method"]?.text ?? "",
            target: json["target"]?.text ?? "",
            status: json["status"]?.int ?? 0,
            ifNoneMatch: json["ifNoneMatch"]?.text,
            headerBytes: json["headerBytes"]?.int ?? 0,
            bodyBytes: json["bodyBytes"]?.int ?? 0,
            accepted: json["acceptedNs"]?.instant ?? first,
            requestFirstByte: first,
            requestLastByte: last,
            responseFirstByte: json["responseFirstByteNs"]?.instant,
            responseLastByte: json["responseLastByteNs"]?.instant
        )
        responseReady = json["responseReadyNs"]?.instant
        places = (json["places"]?.elements ?? []).compactMap(Self.place)
        readableAt = json["readableAt"]?.int64
        holds = (json["flowControl"]?.elements ?? []).compactMap(OriginHold.init(json:))
    }

    private static func place(_ json: JSONValue) -> Range<Int64>? {
        let ends = json.elements.compactMap(\.int64)
        guard ends.count == 2, ends[0] >= 0, ends[1] > ends[0] else { return nil }
        return ends[0]..<ends[1]
    }
}
