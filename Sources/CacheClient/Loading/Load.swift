internal import HTTP
internal import Wire

/// One load that memory alone could not answer, on its way through the stages: a value of two references.
struct Load: Sendable {
    /// Has the client take a load up again.
    typealias Next = @Sendable (Load, LoadStep) -> Void

    /// The number of loads that nobody asked for: the timing log does not know them.
    static let background = -1

    /// An image that a cache holds, to be asked about before it is used.
    struct Held: Sendable {
        var image: CachedImage
        var tier: ImageResponse.Tier
        var ifFailing: CacheDecision.IfFailing
        /// What was made of the image, where that is held; nil where it is the image itself.
        var variant: Variant?
    }

    /// What was made of an image: its key and its store, which need not be that of the client that asks for the image.
    struct Variant: Sendable {
        var key: String
        var store: VariantStore
    }

    /// What most loads keep from their beginning to their end, handed on as one reference.
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

    /// What happened on the way, as one reference.
    private final class Progress: Sendable {
        let course: Course

        init(_ course: Course) {
            self.course = course
        }
    }

    private var order: Order
    /// nil where nothing happened, as with most.
    private var progress: Progress?
    /// What looking it up took, once it left for the origin.
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

    /// Its source is the one that is being tried.
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
    /// Who is told.
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

    /// How often this source was tried again.
    var retries: Int {
        get { progress?.course.retries ?? 0 }
        set { course.retries = newValue }
    }

    /// The addresses that led to the one that is being asked; nil where nothing has happened yet.
    var way: RedirectTrail? { progress?.course.trail }

    /// The same, to be added to.
    var trail: RedirectTrail {
        get { progress?.course.trail ?? RedirectTrail() }
        set { course.trail = newValue }
    }

    /// What is here of the body already: only the rest is asked for.
    var part: CutBody? {
        get { progress?.course.part }
        set { course.part = newValue }
    }

    /// True where the rest that was asked for did not fit: the whole is asked for.
    var wantsWhole: Bool {
        get { progress?.course.wantsWhole ?? false }
        set { course.wantsWhole = newValue }
    }

    /// Why the sources before this one failed.
    var failures: [FetchError] {
        get { progress?.course.failures ?? [] }
        set { course.failures = newValue }
    }

    /// As it was before anything was asked of its source.
    func fromStart() -> Load {
        guard var course = progress?.course else { return self }
        course.trail = RedirectTrail()
        course.part = nil
        course.wantsWhole = false
        var load = self
        load.progress = Progress(course)
        return load
    }

    /// A load that nobody asked for, about the same image as this one.
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

    /// Whether what answers `sent` may be kept, by the client's way of validating; `wall` is nanoseconds since 1970.
    func mayKeep(_ outcome: TransferOutcome, _ sent: OutgoingRequest, at wall: @autoclosure () -> Int64)
        -> Bool
    {
        guard configuration.revalidate == .http else { return true }
        if !trail.answers.isEmpty, trail.lasting(at: wall()) == nil { return false }
        let request = HTTPRequestHead(method: "GET", target: sent.url, fields: sent.fields)
        return HitJudge.rules.mayStore(request: request, status: 200, fields: outcome.fields)
    }

    /// An image of the source that was asked for; that of an alternative is not what the caller's key stands for.
    func keepable(_ image: CachedImage?) -> CachedImage? { failures.isEmpty ? image : nil }

    var configuration: Configuration { settings.configuration }
    var options: LoadOptions { request.options }
    var usesMemory: Bool { configuration.policy.usesMemory }
    var usesDisk: Bool { configuration.policy.usesDisk }

    /// What is sent for it, conditions left out: by this its variant is chosen.
    var fields: HTTPFields { settings.fields(for: request) }
}
