import BenchControl
import JSON
import Phones
import ScenarioFormat
import Scenarios
import Serving

/// Answers what programs order while phones use the line. Main thread only.
struct PhoneCallHandler {
    let lines: PhoneLines
    /// Reads the files that orders name, such as traces.
    let files: ScenarioFiles

    func answer(_ call: PhoneCall, _ content: [UInt8], _ phones: PhonesDocument) -> ServedResponse {
        do throws(ControlError) {
            return .document(200, try carryOut(call, content, phones))
        } catch {
            return .refusal(error)
        }
    }

    private func carryOut(
        _ call: PhoneCall,
        _ content: [UInt8],
        _ phones: PhonesDocument
    ) throws(ControlError) -> JSONValue {
        switch call {
        case .overview: break
        case .tell(let name): return phones.json(of: try find(name, phones))
        case .changeShared: try change(content, of: nil)
        case .change(let name):
            let phone = try find(name, phones)
            try change(content, of: phone)
            return phones.json(of: phone)
        case .share(let name):
            let phone = try find(name, phones)
            lines.share(phone)
            return phones.json(of: phone)
        }
        return phones.json
    }

    private func find(_ name: PhoneName, _ phones: PhonesDocument) throws(ControlError) -> Phone {
        if let phone = phones.phones.first(where: { $0.name == name }) { return phone }
        let error = PhoneLineError.unknown(name, known: phones.phones.map(\.name))
        throw ControlError(.missing, error.message, advice: error.advice)
    }

    private func change(_ content: [UInt8], of phone: Phone?) throws(ControlError) {
        guard !OrderedScenario.isEmpty(content) else {
            throw ControlError(
                .order,
                "the request has no content: it must describe a line",
                advice: "link: { profile: 3g }"
            )
        }
        let link = try OrderedScenario.read(content, files: files).link.parameters
        do throws(PhoneLineError) {
            try lines.change(to: link, of: phone)
        } catch {
            throw ControlError(.order, error.message, advice: error.advice)
        }
    }
}
