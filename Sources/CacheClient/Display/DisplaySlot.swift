import Synchronization

/// A place where one picture is shown at a time, such as a reused cell of a list. It corresponds to an image
/// view.
///
/// The last request wins: a picture that arrives late never replaces a newer one, and its caller gets
/// `replaced`. Every caller is called back exactly once. Any thread may call it; callbacks run on the slot's
/// executor, one after the other, with no lock held.
public final class DisplaySlot: Sendable {
    /// Called exactly once.
    public typealias Completion = @Sendable (Result<Picture, DisplayEnding>) -> Void

    private struct State {
        var display = DisplayState()
        var target: TargetSize?
        /// A thread is delivering callbacks; others leave theirs to it.
        var isTelling = false
    }

    private let pipeline: PicturePipeline
    private let executor: CallbackExecutor
    private let changed: @Sendable (DisplayContent, _ isLoading: Bool) -> Void
    private let state: Mutex<State>

    /// Makes an empty slot. `changed` gets the content and whether a picture is under way, each time either
    /// changes. `target` is the display size for requests that set none.
    public init(
        _ pipeline: PicturePipeline,
        target: TargetSize? = nil,
        executor: CallbackExecutor = .direct,
        changed: @escaping @Sendable (DisplayContent, _ isLoading: Bool) -> Void = { _, _ in }
    ) {
        self.pipeline = pipeline
        self.executor = executor
        self.changed = changed
        state = Mutex(State(target: target))
    }

    deinit {
        let (load, last) = state.withLock { state in
            (state.display.replace(with: nil), state.display.next()?.answers ?? [])
        }
        load?.cancel()
        executor.run { for answer in last { answer.completion(answer.outcome) } }
    }

    /// The current content.
    public var content: DisplayContent { state.withLock { $0.display.content } }

    /// True while a picture is under way, for example to show an activity indicator.
    public var isLoading: Bool { state.withLock { $0.display.isLoading } }

    /// Display size for requests that set none; a change applies from the next request on.
    public var target: TargetSize? {
        get { state.withLock { $0.target } }
        set { state.withLock { $0.target = newValue } }
    }

    /// Shows another picture as soon as it is available: at once if memory has it. The previous caller, if
    /// its picture has not arrived, gets `replaced`; if both wait for the same picture, its download
    /// continues.
    public func show(
        _ request: PictureRequest,
        _ options: DisplayOptions = DisplayOptions(),
        completion: Completion? = nil
    ) {
        var request = request
        request.target = request.target ?? target
        request.image.executor = .direct
        if let picture = pipeline.held(request) {
            return change { $0.show(picture, completion) }
        }
        let (number, old) = state.withLock { $0.display.begin(options, completion) }
        // Show the placeholder before anything else happens.
        tell()
        if options.showsPreviews {
            request.preview = { [weak self] bitmap in self?.preview(number, bitmap) }
        }
        let load = pipeline.load(request) { [weak self] outcome in
            self?.change { display in
                display.arrive(number, outcome)
                return nil
            }
        }
        if let load, !state.withLock({ $0.display.began(number, load) }) { load.cancel() }
        // Cancel only now, so that the same picture is not fetched anew.
        old?.cancel()
    }

    /// Shows nothing, or a placeholder, and cancels the picture under way: for a slot that is reused.
    public func clear(showing placeholder: Bitmap? = nil) {
        change { $0.replace(with: placeholder.map { .placeholder($0) } ?? .empty) }
    }

    /// Cancels the picture under way; the current content stays.
    public func cancel() {
        change { $0.replace(with: nil) }
    }

    private func preview(_ number: UInt64, _ bitmap: Bitmap) {
        change { display in
            display.preview(number, bitmap)
            return nil
        }
    }

    /// Changes the state, cancels the load it no longer needs, and delivers callbacks.
    private func change(_ body: (inout DisplayState) -> PictureLoad?) {
        let old = state.withLock { body(&$0.display) }
        tell()
        old?.cancel()
    }

    private func tell() {
        executor.run { [weak self] in self?.tellAll() }
    }

    /// Report the current state: content that was replaced meanwhile is not shown.
    private func tellAll() {
        guard state.withLock({ begin(&$0) }) else { return }
        while let (seen, answers) = state.withLock({ next(&$0) }) {
            if let (content, isLoading) = seen { changed(content, isLoading) }
            for answer in answers { answer.completion(answer.outcome) }
        }
    }

    private func begin(_ state: inout State) -> Bool {
        defer { state.isTelling = true }
        return !state.isTelling
    }

    private func next(_ state: inout State) -> (
        seen: (DisplayContent, Bool)?, answers: [DisplayState.Answer]
    )? {
        let next = state.display.next()
        if next == nil { state.isTelling = false }
        return next
    }
}
