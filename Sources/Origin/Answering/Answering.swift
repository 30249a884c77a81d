import Serving

/// From an inquiry to its response, step by step: access, a prescribed status, the content; then further
/// fields, the course, and faults.
enum Answering {
    static func response(to inquiry: Inquiry) -> ServedResponse {
        var response =
            AccessStep.refusal(inquiry) ?? StatusStep.answer(inquiry)
            ?? ContentStep.answer(inquiry, Representation(inquiry))
        HeadStep.complete(&response, inquiry)
        CourseStep.pace(&response, inquiry)
        FaultStep.spoil(&response, inquiry)
        let (name, slot) = (inquiry.subject.name, inquiry.subject.resource.answers)
        if slot.find(name) == nil, let answers = PreparedAnswers(inquiry) { slot.keep(answers, for: name) }
        return response
    }
}
