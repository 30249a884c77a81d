import Runs
import Scenarios

/// The two sides of an expectation in one result.
struct ExpectationSides {
    private typealias Subject = Expectation.Subject
    /// A value of a transfer's file, or of the whole step without one.
    private typealias Value = (file: String?, value: MetricValue)

    let result: RunResult

    func pairs(_ expectation: Expectation) -> [ComparedValues] {
        let subject = expectation.subject
        switch expectation.value {
        case .share(let share):
            return pairs(subject, share: share)
        case .number(let number):
            return values(subject, isOne: subject.isOne).map {
                ComparedValues(
                    file: $0.file,
                    value: $0.value,
                    other: .number(number),
                    kind: subject.metric.kind
                )
            }
        case .word(let word):
            return values(subject, isOne: subject.isOne).map {
                // `none` matches a missing value.
                let value = word == "none" && $0.value == .missing ? .word("none") : $0.value
                return ComparedValues(
                    file: $0.file,
                    value: value,
                    other: .word(word),
                    kind: subject.metric.kind
                )
            }
        case .subject(let other, let factor):
            return pairs(subject, other, factor: factor)
        }
    }

    // MARK: - Two subjects

    private func pairs(_ subject: Subject, _ other: Subject, factor: Double) -> [ComparedValues] {
        let kind = subject.metric.kind
        func pair(_ file: String?, _ value: MetricValue, _ other: MetricValue) -> ComparedValues {
            ComparedValues(file: file, value: value, other: other.scaled(by: factor), kind: kind)
        }
        let values = values(subject, isOne: Self.isOne(subject, beside: other))
        let others = self.values(other, isOne: Self.isOne(other, beside: subject))
        guard !others.isEmpty else { return values.map { pair($0.file, $0.value, .missing) } }
        // The step's one value is compared with each of the other's.
        if let only = values.first, values.count == 1, only.file == nil {
            return others.map { pair($0.file, only.value, $0.value) }
        }
        var met: [String: Int] = [:]
        return values.map { value in
            let place = met[value.file ?? "", default: 0]
            met[value.file ?? ""] = place + 1
            return pair(value.file, value.value, Self.match(value.file, place, in: others, of: other))
        }
    }

    private static func isOne(_ subject: Subject, beside other: Subject) -> Bool {
        subject.isOne || subject.metric.isOfBoth && subject.file == nil && other.isOne
    }

    /// The other side's value for a file: the file it names, the step, or the same file (the n-th with the
    /// n-th).
    private static func match(_ file: String?, _ place: Int, in others: [Value], of other: Subject)
        -> MetricValue
    {
        let same = others.filter { $0.file == nil || other.file != nil || $0.file == file }
        guard let last = same.last else { return .missing }
        return place < same.count ? same[place].value : last.value
    }

    // MARK: - Values

    private func values(_ subject: Subject, isOne: Bool) -> [Value] {
        if let fold = subject.fold {
            let values = transfers(subject).map { subject.metric.value(of: $0) }
            return values.isEmpty ? [] : [(nil, fold.value(of: values))]
        }
        if isOne {
            return result.steps.filter { $0.name == subject.step }.map { (nil, subject.metric.value(of: $0)) }
        }
        return transfers(subject).map { ($0.file, subject.metric.value(of: $0)) }
    }

    private func transfers(_ subject: Subject) -> [TransferResult] {
        result.transfers(of: subject.step).filter { subject.file == nil || $0.file == subject.file }
    }

    // MARK: - Shares of the duration

    /// Each transfer's value, and that share of its duration; with a fold, the shares folded.
    private func pairs(_ subject: Subject, share: Double) -> [ComparedValues] {
        let transfers = transfers(subject)
        guard let fold = subject.fold else {
            return transfers.map { transfer in
                let duration = Double(transfer.duration)
                return ComparedValues(
                    file: transfer.file,
                    value: subject.metric.value(of: transfer),
                    other: .number(share * duration),
                    kind: .time,
                    duration: duration
                )
            }
        }
        guard !transfers.isEmpty else { return [] }
        let value = Self.share(transfers, subject.metric, fold)
        return [ComparedValues(file: nil, value: value, other: .number(share), kind: .ratio)]
    }

    /// Shares cannot be added: a sum is compared with the sum of the durations.
    private static func share(
        _ transfers: [TransferResult],
        _ metric: ExpectationMetric,
        _ fold: Expectation.Fold
    )
        -> MetricValue
    {
        let times = transfers.map { metric.value(of: $0) }
        let durations = transfers.map { MetricValue($0.duration) }
        if fold == .sum { return fold.value(of: times).divided(by: fold.value(of: durations)) }
        return fold.value(of: zip(times, durations).map { $0.divided(by: $1) })
    }
}
