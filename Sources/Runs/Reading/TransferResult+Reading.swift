package import JSON
import LinkModel
import Logs
import Wire

extension TransferResult {
    /// Reads a transfer of `result.json`; nil without its identity, start or duration.
    package init?(json: JSONValue) {
        guard let id = json["id"]?.int, let step = json["step"]?.text, let file = json["file"]?.text,
            let start = json["startNs"]?.instant, let duration = json["durationNs"]?.time, duration >= 0
        else { return nil }
        self.init(
            id: id,
            step: step,
            file: file,
            url: json["url"]?.text ?? "",
            source: json["source"]?.text.flatMap(ImageSource.init(rawValue:)) ?? .none,
            status: json["status"]?.int,
            error: json["error"]?.text,
            tier: json["tier"]?.text.flatMap(CacheTier.init(rawValue:)),
            start: start,
            duration: duration,
            bodyBytes: json["bodyBytes"]?.int ?? 0,
            phases: json["phases"].flatMap(TransferPhases.init(json:))
        )
        wireStatus = json["wireStatus"]?.int
        httpVersion = json["httpVersion"]?.text
        httpStream = json["httpStream"]?.int
        encryption = json["tls"].flatMap(EncryptionRecord.init(json:))
        sharedWith = json["sharedWith"]?.int
        outside = json["outsideNs"]?.time
        connection = json["connection"]?.int
        newConnection = json["newConnection"]?.flag
        firstToLastChunk = json["firstToLastChunkNs"]?.time
        headerBytes = json["headerBytes"]?.int
        requestBytes = json["requestBytes"]?.int
        wireDownBytes = json["wireDownBytes"]?.int
        wireUpBytes = json["wireUpBytes"]?.int
        retransmittedBytes = json["retransmittedBytes"]?.int
        setUp = json["setUpNs"]?.time
        clientLog = json["clientLog"].flatMap(ClientWitness.init(json:))
        capture = json["capture"].flatMap(CaptureWitness.init(json:))
        proxy = json["proxy"].flatMap(ProxyWitness.init(json:))
        theory = json["theory"].flatMap(TransferTheory.init(json:))
        clientPort = json["clientPort"]?.int64.flatMap(UInt16.init(exactly:))
        redirects = json["redirects"]?.elements.compactMap(RedirectHop.init(json:)) ?? []
        let waits = json["waitedFor"]?.elements.compactMap(TransferLedger.Wait.init(json:))
        let flowControl = json["flowControl"].flatMap(TransferLedger.FlowControl.init(json:))
        ledger = json["ledger"].flatMap {
            TransferLedger(
                json: $0,
                waitedFor: waits ?? [],
                flowControl: flowControl,
                losses: json["losses"]?.elements.compactMap(TransferLedger.Loss.init(json:)) ?? []
            )
        }
    }
}

extension EncryptionRecord {
    fileprivate init?(json: JSONValue) {
        guard let version = json["version"]?.text, let isResumed = json["resumed"]?.flag else { return nil }
        self.init(version: version, isResumed: isResumed)
    }
}

extension TransferPhases {
    fileprivate init?(json: JSONValue) {
        guard case .object = json else { return nil }
        func time(_ key: String) -> Nanoseconds { json[key]?.time ?? 0 }
        self.init(
            cache: time("cacheNs"),
            blocked: time("blockedNs"),
            dns: time("dnsNs"),
            connect: time("connectNs"),
            tls: time("tlsNs"),
            request: time("requestNs"),
            wait: time("waitNs"),
            receive: time("receiveNs"),
            decode: time("decodeNs")
        )
    }
}

extension TransferTheory {
    fileprivate init?(json: JSONValue) {
        guard let article = json["articleNs"]?.time, let wire = json["wireNs"]?.time else { return nil }
        self.init(
            article: article,
            wire: wire,
            alone: json["aloneNs"]?.time,
            shared: json["sharedNs"]?.time
        )
    }
}

extension TransferLedger.Wait {
    fileprivate init?(json: JSONValue) {
        guard let time = json["ns"]?.time else { return nil }
        self.init(transfer: json["transfer"]?.int, time: time)
    }
}

extension TransferLedger.FlowControl {
    fileprivate init?(json: JSONValue) {
        guard let stream = json["streamNs"]?.time, let connection = json["connectionNs"]?.time else {
            return nil
        }
        self.init(
            stream: stream,
            streamWindow: json["streamWindowBytes"]?.int ?? 0,
            connection: connection,
            connectionWindow: json["connectionWindowBytes"]?.int ?? 0
        )
    }
}

extension TransferLedger.Loss {
    fileprivate init?(json: JSONValue) {
        guard let direction = json["direction"]?.text.flatMap(LinkDirection.init(rawValue:)),
            let first = json["firstNs"]?.instant, let last = json["lastNs"]?.instant,
            let time = json["ns"]?.time
        else { return nil }
        self.init(
            transfer: json["transfer"]?.int,
            direction: direction,
            kind: json["kind"]?.text.flatMap(LossKind.init(rawValue:)),
            packets: json["packets"]?.int ?? 0,
            first: first,
            last: last,
            time: time
        )
    }
}
