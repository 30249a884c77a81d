import Grounds
import HTTP
import JSON
import LinkEngine
import Origin
import ScenarioFormat
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
        } catch let error as SideBenchError {
            return Self.refusal(error)
        } catch let error as ScenarioError {
            return Self.refusal(SideBenchError(.order, error.description))
        } catch OriginError.undrawn(let file) {
            let error = OriginError.undrawn(file: file)
            return Self.refusal(SideBenchError(.machine, "\(error)", advice: Self.withImages))
        } catch let error as HostPairError {
            let error = BenchError(error)
            return Self.refusal(SideBenchError(.machine, error.message, advice: error.advice))
        } catch {
            return Self.refusal(SideBenchError(.machine, "the bench cannot be created: \(error)"))
        }
    }

    private func carryOut(_ call: ControlCall, _ content: [UInt8]) throws -> ServedResponse {
        switch call {
        case .overview:
            return Self.document(
                200,
                [
                    "schema": "netlab.control/1", "mode": .string(yard.mode.rawValue),
                    "benches": .array(yard.ids.map(\.json)),
                    "authority": .string(yard.authority.certificatePEM),
                ]
            )
        case .make: return Self.document(201, try yard.make(content).json)
        case .tell(let id): return Self.document(200, try yard.find(id).json)
        case .changeLink(let id): return Self.document(200, try yard.change(id, toLinkOf: content).json)
        case .changeFiles(let id, let names):
            let bench = try yard.find(id)
            try bench.change(files: names)
            return Self.document(200, bench.json)
        case .advance(let id, let time):
            let bench = try yard.find(id)
            try bench.advance(by: time)
            return Self.document(200, bench.json)
        case .end(let id):
            let (bench, end) = try yard.end(id)
            return Self.document(200, bench.json(after: end, doubts: judge(end)))
        }
    }

    static func refusal(_ error: SideBenchError) -> ServedResponse {
        let status =
            switch error.kind {
            case .order: 422
            case .missing: 404
            case .machine: 503
            }
        return document(
            status,
            [
                "schema": "netlab.refusal/1", "error": .string(error.message), "advice": error.advice.json,
            ]
        )
    }

    private static func document(_ status: Int, _ value: JSONValue) -> ServedResponse {
        var response = ServedResponse.document(Array("\(value.pretty)\n".utf8))
        response.head.status = status
        return response
    }
}
