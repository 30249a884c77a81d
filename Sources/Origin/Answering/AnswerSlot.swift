import Synchronization

/// Keeps the answers of a state that is always answered alike: made with the first of them, gone with the
/// state.
final class AnswerSlot: Sendable {
    private struct Kept {
        var name: String
        var answers: PreparedAnswers
    }

    private let kept = Mutex<Kept?>(nil)

    /// `name` is the subject's: two hosts may or may not answer alike for the same image.
    func find(_ name: String) -> PreparedAnswers? {
        kept.withLock { $0?.name == name ? $0?.answers : nil }
    }

    func keep(_ answers: PreparedAnswers, for name: String) {
        kept.withLock { $0 = Kept(name: name, answers: answers) }
    }
}
