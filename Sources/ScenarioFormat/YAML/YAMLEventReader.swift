import CYAML

/// libyaml's event parser over a copy of the text. Only this file uses C types and pointers.
final class YAMLEventReader {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutableBufferPointer<UInt8>

    init(_ text: [UInt8]) {
        parser = .allocate(capacity: 1)
        input = .allocate(capacity: max(text.count, 1))
        _ = input.update(fromContentsOf: text)
        // Fails only if there is no memory for its first buffers; the first `next()` then reports it.
        if yaml_parser_initialize(parser) == 0 {
            parser.initialize(to: yaml_parser_t())
            parser.pointee.error = YAML_MEMORY_ERROR
        } else {
            yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
            yaml_parser_set_input_string(parser, input.baseAddress, text.count)
        }
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        input.deallocate()
    }

    /// The next event. Must not be called after `.end` or an error.
    func next() throws(YAMLSyntaxError) -> YAMLEvent {
        if parser.pointee.error == YAML_MEMORY_ERROR { throw syntaxError() }
        while true {
            var raw = yaml_event_t()
            guard yaml_parser_parse(parser, &raw) == 1 else { throw syntaxError() }
            defer { yaml_event_delete(&raw) }
            if let event = Self.event(raw) { return event }
        }
    }

    /// nil for events without content.
    private static func event(_ raw: yaml_event_t) -> YAMLEvent? {
        let span = SourceSpan(
            line: Int(raw.start_mark.line) + 1,
            column: Int(raw.start_mark.column) + 1,
            endLine: Int(raw.end_mark.line) + 1,
            endColumn: Int(raw.end_mark.column) + 1
        )
        func made(
            _ kind: YAMLEvent.Kind,
            anchor: UnsafeMutablePointer<yaml_char_t>? = nil,
            tag: UnsafeMutablePointer<yaml_char_t>? = nil
        ) -> YAMLEvent {
            YAMLEvent(kind: kind, span: span, anchor: text(anchor), tag: text(tag))
        }
        switch raw.type {
        case YAML_DOCUMENT_START_EVENT: return made(.documentStart)
        case YAML_DOCUMENT_END_EVENT: return made(.documentEnd)
        case YAML_STREAM_END_EVENT: return made(.end)
        case YAML_ALIAS_EVENT: return made(.alias, anchor: raw.data.alias.anchor)
        case YAML_SCALAR_EVENT:
            let data = raw.data.scalar
            return made(
                .scalar(scalar(data.value, data.length, data.style)),
                anchor: data.anchor,
                tag: data.tag
            )
        case YAML_SEQUENCE_START_EVENT:
            let data = raw.data.sequence_start
            return made(.sequenceStart, anchor: data.anchor, tag: data.tag)
        case YAML_SEQUENCE_END_EVENT: return made(.sequenceEnd)
        case YAML_MAPPING_START_EVENT:
            let data = raw.data.mapping_start
            return made(.mappingStart, anchor: data.anchor, tag: data.tag)
        case YAML_MAPPING_END_EVENT: return made(.mappingEnd)
        default: return nil
        }
    }

    private static func scalar(
        _ value: UnsafeMutablePointer<yaml_char_t>?,
        _ length: Int,
        _ style: yaml_scalar_style_t
    ) -> YAMLScalar {
        let bytes = UnsafeBufferPointer(start: value, count: value == nil ? 0 : length)
        let shape: YAMLScalar.Style =
            switch style {
            case YAML_SINGLE_QUOTED_SCALAR_STYLE, YAML_DOUBLE_QUOTED_SCALAR_STYLE: .quoted
            case YAML_LITERAL_SCALAR_STYLE, YAML_FOLDED_SCALAR_STYLE: .block
            default: .plain
            }
        return YAMLScalar(text: String(decoding: bytes, as: UTF8.self), style: shape)
    }

    private static func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
        pointer.map { String(cString: $0) }
    }

    private func syntaxError() -> YAMLSyntaxError {
        let state = parser.pointee
        let isOutOfMemory = state.error == YAML_MEMORY_ERROR
        return YAMLSyntaxError(
            problem: state.problem.map { String(cString: $0) }
                ?? (isOutOfMemory ? "out of memory" : "not YAML"),
            line: Int(state.problem_mark.line) + 1,
            column: Int(state.problem_mark.column) + 1,
            context: state.context.map { String(cString: $0) } ?? "",
            contextLine: Int(state.context_mark.line) + 1,
            contextColumn: Int(state.context_mark.column) + 1
        )
    }
}
