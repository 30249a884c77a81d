/// One fault: the n-th call of one kind by the threads of one name.
struct Fault {
    var thread: String
    var call: String
    /// What the call is applied to, as `CallSubject` has it.
    var kind: String
    var number: Int
    var effect: Effect

    /// `THREAD/CALL/KIND/N/EFFECT`.
    init?(_ text: String) {
        let words = text.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
        guard words.count == 5, let number = Int(words[3]), let effect = Effect(words[4]) else { return nil }
        (thread, call, kind) = (words[0], words[1], words[2])
        self.number = number
        self.effect = effect
    }

    func isAt(_ thread: String, _ call: String, _ kind: String, _ number: Int) -> Bool {
        self.number == number && self.call == call && self.kind == kind && self.thread == thread
    }
}
