extension RunResult {
    /// Speeds on the lines that the steps had.
    package mutating func measureSpeeds() {
        let links = Dictionary(steps.map { ($0.name, $0.link) }) { first, _ in first }
        for place in transfers.indices {
            let line = Speed.Line((links[transfers[place].step] ?? nil) ?? link.parameters)
            transfers[place].clientLog?.exchange.measureSpeed(on: line)
            transfers[place].capture?.exchange.measureSpeed(on: line)
            transfers[place].proxy?.exchange?.measureSpeed(on: line)
        }
    }
}
