/// A position in a body that advances as bytes are taken. Pure.
struct BodyCursor {
    private let body: ServedBody
    private var index = 0
    private var offset = 0
    /// Bytes before the position.
    private(set) var taken = 0

    init(_ body: ServedBody) {
        self.body = body
    }

    /// Bytes after the position.
    var left: Int { body.count - taken }

    /// The next bytes of one piece, at most `count`; empty memory if `count` is 0 or nothing is left.
    func front(atMost count: Int) -> ServedBody.Piece {
        guard count > 0, index < body.pieces.count else { return .memory([]) }
        return body.pieces[index].part(from: offset, atMost: count)
    }

    mutating func advance(_ count: Int) {
        taken += count
        offset += count
        while index < body.pieces.count, offset >= body.pieces[index].count {
            offset -= body.pieces[index].count
            index += 1
        }
    }
}
