import HTTP
package import JSON
package import Serving

/// What a control answers.
extension ServedResponse {
    package static func document(_ status: Int, _ value: JSONValue) -> ServedResponse {
        var response = document(Array("\(value.pretty)\n".utf8))
        response.head.status = status
        return response
    }

    package static func refusal(_ error: ControlError) -> ServedResponse {
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
}
