/// Where and how an image that was fetched is kept: of callers that agree in it one is enough to keep it.
struct KeepingPlace: Hashable, Sendable {
    private let cacheKey: String
    private let options: LoadOptions
    private let memory: Keeping
    private let disk: Keeping

    init(_ request: ImageRequest) {
        cacheKey = request.cacheKey
        options = request.options
        memory = request.memory
        disk = request.disk
    }
}
