import Forwarding
import Serving

/// What the control does with messages that wait at breakpoints.
extension ControlPages {
    /// Bytes of a text beside its body.
    private static let mostHead = 65_536

    func show(_ id: Int, _ held: HeldExchanges?) -> ServedAnswer { .now(page(id, held?.show(id))) }

    func abort(_ id: Int, _ held: HeldExchanges?) -> ServedAnswer { .now(page(id, held?.abort(id))) }

    /// `body` is the edited text; nil or empty changes nothing.
    func proceed(
        _ id: Int,
        as body: BodyStream?,
        _ held: HeldExchanges?,
        _ answer: LateResponse
    ) -> ServedAnswer {
        guard let body else { return .now(proceed(id, as: nil, held)) }
        BodyCollection.collect(body, atMost: HeldBody.longest + Self.mostHead) { [self] outcome in
            switch outcome {
            case .tooLong: answer.fulfil(Self.refusal("the text is longer than \(HeldBody.longest) bytes"))
            case .whole(let text, _): answer.fulfil(proceed(id, as: text.isEmpty ? nil : text, held))
            }
        }
        return .late(answer)
    }

    private func proceed(_ id: Int, as text: [UInt8]?, _ held: HeldExchanges?) -> ServedResponse {
        do throws(MessageTextError) {
            return page(id, try held?.proceed(id, as: text))
        } catch {
            return Self.refusal("\(error)")
        }
    }

    private func page(_ id: Int, _ shown: HeldExchanges.Shown?) -> ServedResponse {
        guard let (message, text) = shown else { return Self.refusal("nothing is held as \(id)") }
        return .document(control.document(message, text: text))
    }
}
