import Grounds
import HTTP
import JSON
import LinkEngine
import LinkModel
import Origin
import Serving
import TLS

/// Answers calls with documents. One thread uses it.
final class ControlHandler {
    /// Only a test's own process may lack the image libraries.
    private static let withImages =
        "add the product TestBenchImages to the test target, or run the tests behind netlab exec"

    private let yard: BenchRegistry
    private let judge: BenchJudge

    init(_ yard: BenchRegistry, _ judge: @escaping BenchJudge) {
        self.yard = yard
        self.judge = judge
    }

    func close() {
        yard.endAll()
    }

    func answer(_ call: ControlCall, _ content: [UInt8]) -> ServedResponse {
        do {
            return try carryOut(call, content)
        } catch let error as ControlError {
            return .refusal(error)
        } catch OriginError.undrawn(let file) {
            let error = OriginError.undrawn(file: file)
            return .refusal(ControlError(.machine, "\(error)", advice: Self.withImages))
        } catch let error as HostPairError {
            let error = BenchError(error)
            return .refusal(ControlError(.machine, error.message, advice: error.advice))
        } catch {
            return .refusal(ControlError(.machine, "the bench cannot be created: \(error)"))
        }
    }

    private func carryOut(_ call: ControlCall, _ content: [UInt8]) throws -> ServedResponse {
        switch call {
        case .overview:
            return .document(
                200,
                [
                    "schema": "netlab.control/1", "mode": .string(yard.mode.rawValue),
                    "benches": .array(yard.ids.map(\.json)),
                    "authority": .string(yard.authority.certificatePEM),
                ]
            )
        case .make: return .document(201, try yard.make(content).json)
        case .tell(let id): return .document(200, try yard.find(id).json)
        case .changeLink(let id): return .document(200, try yard.change(id, toLinkOf: content).json)
        case .changeFiles(let id, let names):
            let bench = try yard.find(id)
            try bench.change(files: names)
            return .document(200, bench.json)
        case .advance(let id, let time):
            let bench = try yard.find(id)
            try bench.advance(by: time)
            return .document(200, bench.json)
        case .end(let id):
            let (bench, end) = try yard.end(id)
            return .document(200, bench.json(after: end, doubts: judge(end)))
        }
    }
}
