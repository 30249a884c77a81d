extension Duration {
    /// As scenarios write it; a negative one is none.
    var quantity: String {
        let (seconds, attoseconds) = components
        return seconds < 0 || attoseconds < 0
            ? "0 ns" : "\(seconds * 1_000_000_000 + attoseconds / 1_000_000_000) ns"
    }
}
