import Synchronization

/// A place where one picture is shown at a time, such as a cell of a list that is used again and again: the stand-in for an
/// image view.
///
/// Whatever was asked for last is what is shown: a picture that arrives late is never shown in the place of a newer one, and
/// whoever asked for it is told so. Every caller is told exactly once. Any thread may call it; what is called back runs
/// where the slot's executor says, one after the other, with no lock held.
public final class DisplaySlot: Sendable {
    /// Called exactly once.
    public typealias Completion = @Sendable (Result<Picture, DisplayEnding>) -> Void

    private struct State {
        var display = DisplayState()
        var target: TargetSize?
        /// Somebody is telling the others; whoever comes meanwhile leaves it to them.
        var isTelling = false
    }

    private let pipeline: PicturePipeline
    private let executor: CallbackExecutor
    private let changed: @Sendable (DisplayContent, _ isLoading: Bool) -> Void
    private let state: Mutex<State>

    /// A place that shows nothing. `changed` is told what is to be seen, and whether a picture is under way, each time that
    /// either changes. `target` is how large pictures are shown where their requests do not say.
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

    /// What is to be seen.
    public var content: DisplayContent { state.withLock { $0.display.content } }

    /// True while a picture is under way: when an indicator turns.
    public var isLoading: Bool { state.withLock { $0.display.isLoading } }

    /// How large pictures are shown where their requests do not say; it counts from the next one on.
    public var target: TargetSize? {
        get { state.withLock { $0.target } }
        set { state.withLock { $0.target = newValue } }
    }

    /// Shows another picture as soon as it is there: at once where memory has it. The caller before, if its picture has not
    /// come, is told `replaced`; where both wait for the same picture, its download goes on.
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
        // The placeholder is there before anything else happens.
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
        // Only now, so that the same picture is not fetched anew.
        old?.cancel()
    }

    /// Shows nothing, or a placeholder; what is under way will not be shown: for a place that is put to another use.
    public func clear(showing placeholder: Bitmap? = nil) {
        change { $0.replace(with: placeholder.map { .placeholder($0) } ?? .empty) }
    }

    /// What is under way will not be shown; what is seen stays.
    public func cancel() {
        change { $0.replace(with: nil) }
    }

    private func preview(_ number: UInt64, _ bitmap: Bitmap) {
        change { display in
            display.preview(number, bitmap)
            return nil
        }
    }

    /// Changes what is to be seen, ends what is wanted no more, and has everybody be told.
    private func change(_ body: (inout DisplayState) -> PictureLoad?) {
        let old = state.withLock { body(&$0.display) }
        tell()
        old?.cancel()
    }

    private func tell() {
        executor.run { [weak self] in self?.tellAll() }
    }

    /// What is told is what is so now: whatever was overtaken meanwhile is not shown any more.
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
