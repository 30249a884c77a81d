internal import HTTP
internal import Wire

/// One load that memory alone could not answer, passed through the stages: a value of two references.
struct Load: Sendable {
    /// Hands a load back to the client.
    typealias Next = @Sendable (Load, LoadStep) -> Void

    /// The number of background loads, which the timing log does not list.
    static let background = -1

    /// A cached image that must be revalidated before use.
    struct Held: Sendable {
        var image: CachedImage
        var tier: ImageResponse.Tier
        var ifFailing: CacheDecision.IfFailing
        /// The variant, if that is what the cache holds; nil if it holds the image itself.
        var variant: Variant?
    }

    /// A variant made from an image: its key and its store, which need not belong to the client that loads
    /// the image.
    struct Variant: Sendable {
        var key: String
        var store: VariantStore
    }

    /// What does not change during a load, passed on as one reference.
    private final class Order: Sendable {
        let request: ImageRequest
        let id: Int
        let start: Instant
        let settings: PreparedConfiguration
        let generation: Int
        let caller: ImageLoad
        let next: Next

        init(_ request: ImageRequest, _ load: Order) {
            self.request = request
            (id, start, settings) = (load.id, load.start, load.settings)
            (generation, caller, next) = (load.generation, load.caller, load.next)
        }

        init(
            _ request: ImageRequest,
            id: Int,
            start: Instant,
            settings: PreparedConfiguration,
            generation: Int,
            caller: ImageLoad,
            next: @escaping Next
        ) {
            self.request = request
            self.id = id
            self.start = start
            self.settings = settings
            self.generation = generation
            self.caller = caller
            self.next = next
        }
    }

    private struct Course {
        var held: Held?
        var retries = 0
        var trail = RedirectTrail()
        var part: CutBody?
        var wantsWhole = false
        var failures: [FetchError] = []
    }

    /// What happened during the load, as one reference.
    private final class Progress: Sendable {
        let course: Course

        init(_ course: Course) {
            self.course = course
        }
    }

    private var order: Order
    /// nil if nothing happened, as in most loads.
    private var progress: Progress?
    /// Duration of the lookup, set once the load goes to the origin.
    var lookup: Nanoseconds?

    init(
        request: ImageRequest,
        id: Int,
        start: Instant,
        settings: PreparedConfiguration,
        generation: Int,
        caller: ImageLoad,
        held: Held? = nil,
        next: @escaping Next
    ) {
        order = Order(
            request,
            id: id,
            start: start,
            settings: settings,
            generation: generation,
            caller: caller,
            next: next
        )
        if let held { progress = Progress(Course(held: held)) }
    }

    /// The request, with the source being tried.
    var request: ImageRequest {
        get { order.request }
        set { order = Order(newValue, order) }
    }

    /// The caller's number for it, in the timing log.
    var id: Int { order.id }
    var start: Instant { order.start }
    var settings: PreparedConfiguration { order.settings }
    /// Memory's generation when the load began.
    var generation: Int { order.generation }
    /// Its handle, which tells the caller.
    var caller: ImageLoad { order.caller }

    /// Hands the load back to an earlier stage. The load keeps its client alive until it is over.
    func next(_ step: LoadStep) { order.next(self, step) }

    private var course: Course {
        get { progress?.course ?? Course() }
        set { progress = Progress(newValue) }
    }

    var held: Held? {
        get { progress?.course.held }
        set { course.held = newValue }
    }

    /// Number of retries of this source.
    var retries: Int {
        get { progress?.course.retries ?? 0 }
        set { course.retries = newValue }
    }

    /// Redirects that led to the current address; nil if nothing has happened yet.
    var way: RedirectTrail? { progress?.course.trail }

    /// The same, for appending.
    var trail: RedirectTrail {
        get { progress?.course.trail ?? RedirectTrail() }
        set { course.trail = newValue }
    }

    /// The part of the body already here: only the rest is requested.
    var part: CutBody? {
        get { progress?.course.part }
        set { course.part = newValue }
    }

    /// True if the requested rest did not fit: the whole body is requested.
    var wantsWhole: Bool {
        get { progress?.course.wantsWhole ?? false }
        set { course.wantsWhole = newValue }
    }

    /// Why the sources before this one failed.
    var failures: [FetchError] {
        get { progress?.course.failures ?? [] }
        set { course.failures = newValue }
    }

    /// The load as it was before its source was first tried.
    func fromStart() -> Load {
        guard var course = progress?.course else { return self }
        course.trail = RedirectTrail()
        course.part = nil
        course.wantsWhole = false
        var load = self
        load.progress = Progress(course)
        return load
    }

    /// A background load of the same image.
    func background(_ request: ImageRequest, _ caller: ImageLoad, at start: Instant) -> Load {
        Load(
            request: request,
            id: Self.background,
            start: start,
            settings: settings,
            generation: generation,
            caller: caller,
            held: held,
            next: order.next
        )
    }

    /// Whether the answer to `sent` may be stored, by the client's validation policy; `wall` is nanoseconds
    /// since 1970.
    func mayKeep(_ outcome: TransferOutcome, _ sent: OutgoingRequest, at wall: @autoclosure () -> Int64)
        -> Bool
    {
        guard configuration.revalidate == .http else { return true }
        if !trail.answers.isEmpty, trail.lasting(at: wall()) == nil { return false }
        let request = HTTPRequestHead(method: "GET", target: sent.url, fields: sent.fields)
        return HitJudge.rules.mayStore(request: request, status: 200, fields: outcome.fields)
    }

    /// The image if it came from the requested source; an alternative's image does not belong under the
    /// caller's key.
    func keepable(_ image: CachedImage?) -> CachedImage? { failures.isEmpty ? image : nil }

    var configuration: Configuration { settings.configuration }
    var options: LoadOptions { request.options }
    var usesMemory: Bool { configuration.policy.usesMemory }
    var usesDisk: Bool { configuration.policy.usesDisk }

    /// Fields sent for it, without conditions: they select its variant.
    var fields: HTTPFields { settings.fields(for: request) }
}
