/// A place in a body that moves on as its bytes are taken. Pure.
struct BodyCursor {
    private let body: ServedBody
    private var index = 0
    private var offset = 0
    /// Bytes before the place.
    private(set) var taken = 0

    init(_ body: ServedBody) {
        self.body = body
    }

    /// Bytes behind the place.
    var left: Int { body.count - taken }

    /// What comes next out of one piece, at most `count` bytes; no bytes of memory where nothing may be or is left.
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
