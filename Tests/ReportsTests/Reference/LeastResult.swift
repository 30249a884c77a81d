import LinkModel
import Logs
import Runs
import Wire

/// A result that knows as little as one can: what may be null is null.
enum LeastResult {
    static var made: RunResult {
        var result = SampleResult.empty()
        result.link = LinkRecord(
            mode: .stream,
            carrier: nil,
            profile: nil,
            congestion: nil,
            parameters: unlimited
        )
        result.transfers = [transfer, vague]
        var step = StepResult(name: "warm", start: moment, makespan: 0, sumOfDurations: 0, busy: 0)
        result.steps = [step]
        step.theory = StepTheory(articleSum: 0, wire: 0, shared: nil)
        step.link = unlimited
        step.ledger = TransferLedger(unknown: Set(LedgerCause.allCases))
        result.steps.append(step)
        result.expectations = [
            ExpectationResult(
                text: "a",
                line: 1,
                verdict: .notRun,
                actual: .stopped(step: "warm", hasBegun: false)
            )
        ]
        return result
    }

    private static let moment = SampleResult.at(0)
    private static let unlimited = LinkParameters(down: DirectionParameters(), up: DirectionParameters())

    /// A failed one, of which nobody knows more.
    private static var transfer: TransferResult {
        TransferResult(
            id: 1,
            step: "warm",
            file: "a.jpg",
            url: "http://origin.netlab.test/a.jpg",
            source: .none,
            start: moment,
            duration: 1,
            bodyBytes: 0
        )
    }

    /// One that every witness saw, none of them in detail.
    private static var vague: TransferResult {
        var transfer = transfer
        let exchange = ExchangeWitness(sizeBytes: 0, request: moment, firstByte: moment, lastByte: moment)
        transfer.clientLog = ClientWitness(exchange: exchange)
        transfer.capture = CaptureWitness(exchange: exchange, stream: 0, firstPacket: 0, lastPacket: 0)
        transfer.proxy = ProxyWitness(arrived: moment)
        transfer.theory = TransferTheory(article: 0, wire: 0, alone: nil, shared: nil)
        transfer.ledger = TransferLedger(
            unknown: Set(LedgerCause.allCases),
            waitedFor: [TransferLedger.Wait(transfer: nil, time: 1)],
            losses: [
                TransferLedger.Loss(
                    transfer: nil,
                    direction: .up,
                    kind: nil,
                    packets: 1,
                    first: moment,
                    last: moment,
                    time: 1
                )
            ]
        )
        transfer.redirects = [RedirectHop(url: "a", status: 302, location: "b")]
        return transfer
    }
}
