/// A slot's content and pending callbacks. Pure: it decides, and others call.
struct DisplayState {
    typealias Completion = DisplaySlot.Completion

    /// A requested picture that is not shown yet.
    struct Asked {
        var number: UInt64
        var failure: Bitmap?
        /// The load; nil until it has begun.
        var load: PictureLoad?
        var completion: Completion?
    }

    /// A callback to deliver.
    struct Answer: Sendable {
        var completion: Completion
        var outcome: Result<Picture, DisplayEnding>
    }

    private(set) var content = DisplayContent.empty
    private(set) var asked: Asked?
    private var numbers: UInt64 = 0
    /// True if the current content has not been reported yet.
    private(set) var isUnseen = false
    private var answers: [Answer] = []

    var isLoading: Bool { asked != nil }

    /// Begins another picture. Returns its number and the load that was under way.
    mutating func begin(_ options: DisplayOptions, _ completion: Completion?) -> (UInt64, PictureLoad?) {
        let old = giveUp()
        numbers += 1
        asked = Asked(number: numbers, failure: options.failure, completion: completion)
        if !options.keepsCurrent || content == .empty {
            content = options.placeholder.map { .placeholder($0) } ?? .empty
        }
        isUnseen = true
        return (numbers, old)
    }

    /// Sets the load of that number; false if the slot no longer waits for it.
    mutating func began(_ number: UInt64, _ load: PictureLoad) -> Bool {
        guard asked?.number == number else { return false }
        asked?.load = load
        return true
    }

    /// Shows a preview; does nothing if the slot no longer waits for that number.
    mutating func preview(_ number: UInt64, _ bitmap: Bitmap) {
        guard asked?.number == number else { return }
        content = .preview(bitmap)
        isUnseen = true
    }

    /// Takes the result of that number; does nothing if the slot no longer waits for it, as its caller was
    /// told.
    mutating func arrive(_ number: UInt64, _ outcome: Result<Picture, PictureError>) {
        guard let asked, asked.number == number else { return }
        self.asked = nil
        switch outcome {
        case .success(let picture): content = .picture(picture.bitmap)
        case .failure: if let failure = asked.failure { content = .failure(failure) }
        }
        isUnseen = true
        answer(asked.completion, outcome.mapError { .failed($0) })
    }

    /// Shows other content at once, or keeps the current content if that is nil. Returns the load that was
    /// under way.
    mutating func replace(with content: DisplayContent?) -> PictureLoad? {
        let wasLoading = isLoading
        let old = giveUp()
        if wasLoading || content.map({ $0 != self.content }) == true { isUnseen = true }
        if let content { self.content = content }
        return old
    }

    /// Shows a picture that is available at once.
    mutating func show(_ picture: Picture, _ completion: Completion?) -> PictureLoad? {
        let old = replace(with: .picture(picture.bitmap))
        isUnseen = true
        answer(completion, .success(picture))
        return old
    }

    /// The next callbacks, and the content if it changed; nil if nothing is left to report.
    mutating func next() -> (seen: (DisplayContent, Bool)?, answers: [Answer])? {
        guard isUnseen || !answers.isEmpty else { return nil }
        defer {
            isUnseen = false
            answers = []
        }
        return (isUnseen ? (content, isLoading) : nil, answers)
    }

    private mutating func giveUp() -> PictureLoad? {
        guard let old = asked else { return nil }
        asked = nil
        answer(old.completion, .failure(.replaced))
        return old.load
    }

    private mutating func answer(_ completion: Completion?, _ outcome: Result<Picture, DisplayEnding>) {
        if let completion { answers.append(Answer(completion: completion, outcome: outcome)) }
    }
}
