/// Where and how a fetched image is stored: of callers that share the same value, one stores it for all.
struct KeepingPlace: Hashable, Sendable {
    private let cacheKey: String
    private let options: LoadOptions
    private let memory: CacheRetention
    private let disk: CacheRetention

    init(_ request: ImageRequest) {
        cacheKey = request.cacheKey
        options = request.options
        memory = request.memory
        disk = request.disk
    }
}
