import JSON

extension CacheFigures {
    /// Reads a step's `cache`; missing figures keep their defaults.
    init(json: JSONValue) {
        self.init()
        answers = CacheAnswers(json: json["answers"] ?? .null)
        evictions = json["evictions"]?.int ?? 0
        memoryBytes = json["memoryBytes"]?.int ?? 0
        diskBytes = json["diskBytes"]?.int ?? 0
        bytesSaved = json["bytesSaved"]?.int ?? 0
        saved = json["nsSaved"]?.int64 ?? 0
        wireDownSaved = json["wireDownBytesSaved"]?.int
        wireUpSaved = json["wireUpBytesSaved"]?.int
        improvement = json["improvement"]?.number
        diskRead = json["diskReadNs"]?.time ?? 0
        decode = json["decodeNs"]?.time ?? 0
    }
}

extension CacheAnswers {
    fileprivate init(json: JSONValue) {
        self.init()
        memory = json["memory"]?.int ?? 0
        disk = json["disk"]?.int ?? 0
        revalidated = json["revalidated"]?.int ?? 0
        network = json["network"]?.int ?? 0
        coalesced = json["coalesced"]?.int ?? 0
        none = json["none"]?.int ?? 0
    }
}
