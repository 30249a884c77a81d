/// What a place shows and whom it owes an answer. Pure: it decides, and others call.
struct DisplayState {
    typealias Completion = DisplaySlot.Completion

    /// What a place was asked to show and has not shown yet.
    struct Asked {
        var number: UInt64
        var failure: Bitmap?
        /// nil until it has begun.
        var load: PictureLoad?
        var completion: Completion?
    }

    /// Somebody who is to be told.
    struct Answer: Sendable {
        var completion: Completion
        var outcome: Result<Picture, DisplayEnding>
    }

    private(set) var content = DisplayContent.empty
    private(set) var asked: Asked?
    private var numbers: UInt64 = 0
    /// Whoever shows things has not been told of what is to be seen now.
    private(set) var isUnseen = false
    private var answers: [Answer] = []

    var isLoading: Bool { asked != nil }

    /// Takes the place for another picture; the number by which it is known, and what was under way.
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

    /// The picture of that number is under way; false where nobody waits for it any more.
    mutating func began(_ number: UInt64, _ load: PictureLoad) -> Bool {
        guard asked?.number == number else { return false }
        asked?.load = load
        return true
    }

    /// What there is so far; nothing where the place has another use by now.
    mutating func preview(_ number: UInt64, _ bitmap: Bitmap) {
        guard asked?.number == number else { return }
        content = .preview(bitmap)
        isUnseen = true
    }

    /// What came of that number; nothing where the place has another use by now, and its caller was told.
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

    /// Shows something else at once, or leaves what is seen where that is nil; what was under way.
    mutating func replace(with content: DisplayContent?) -> PictureLoad? {
        let wasLoading = isLoading
        let old = giveUp()
        if wasLoading || content.map({ $0 != self.content }) == true { isUnseen = true }
        if let content { self.content = content }
        return old
    }

    /// A picture that is there at once.
    mutating func show(_ picture: Picture, _ completion: Completion?) -> PictureLoad? {
        let old = replace(with: .picture(picture.bitmap))
        isUnseen = true
        answer(completion, .success(picture))
        return old
    }

    /// Who is to be told next, and what is to be seen where that changed; nil where all is said.
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
