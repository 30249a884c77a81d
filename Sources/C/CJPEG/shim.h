// Typed shims for variadic functions and macros, which Swift cannot import. No logic, with one exception:
// libjpeg reports errors with longjmp, which must not cross Swift's frames. A whole compression, and each of the two
// steps of decompression, therefore run here and return a status.
#ifndef NETLAB_CJPEG_SHIM_H
#define NETLAB_CJPEG_SHIM_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>
#include <jerror.h>

struct netlab_jpeg_errors {
    struct jpeg_error_mgr manager;
    jmp_buf escape;
    char *message;
};

static void netlab_jpeg_fail(j_common_ptr codec) {
    struct netlab_jpeg_errors *errors = (struct netlab_jpeg_errors *)codec->err;
    codec->err->format_message(codec, errors->message);
    longjmp(errors->escape, 1);
}

static void netlab_jpeg_silence(j_common_ptr codec) { (void)codec; }

// Fills row `row` with 8-bit RGB.
typedef void (*netlab_jpeg_rows)(void *context, int row, uint8_t *samples);
// Takes bytes; returns 0 to stop.
typedef int (*netlab_jpeg_store)(void *context, const uint8_t *bytes, size_t count);

struct netlab_jpeg_form {
    int width;
    int height;
    int quality;
    int subsampling;
    int optimised;
    int progressive;
};

// Destination of compressed bytes: receives each full buffer, and the rest at the end.
struct netlab_jpeg_sink {
    struct jpeg_destination_mgr manager;
    netlab_jpeg_store store;
    void *context;
    uint8_t *row;
    uint8_t buffer[16384];
};

static void netlab_jpeg_sink_reset(j_compress_ptr codec) {
    struct netlab_jpeg_sink *sink = (struct netlab_jpeg_sink *)codec->dest;
    sink->manager.next_output_byte = sink->buffer;
    sink->manager.free_in_buffer = sizeof sink->buffer;
}

static void netlab_jpeg_sink_put(j_compress_ptr codec, size_t count) {
    struct netlab_jpeg_sink *sink = (struct netlab_jpeg_sink *)codec->dest;
    if (!sink->store(sink->context, sink->buffer, count)) ERREXIT(codec, JERR_FILE_WRITE);
}

static boolean netlab_jpeg_sink_full(j_compress_ptr codec) {
    netlab_jpeg_sink_put(codec, sizeof((struct netlab_jpeg_sink *)codec->dest)->buffer);
    netlab_jpeg_sink_reset(codec);
    return TRUE;
}

static void netlab_jpeg_sink_end(j_compress_ptr codec) {
    struct netlab_jpeg_sink *sink = (struct netlab_jpeg_sink *)codec->dest;
    netlab_jpeg_sink_put(codec, sizeof sink->buffer - sink->manager.free_in_buffer);
}

// Compresses 8-bit RGB. Returns 1 on success, else 0. `message` holds at least JMSG_LENGTH_MAX (200) bytes.
static inline int netlab_jpeg_compress(
    netlab_jpeg_rows rows, netlab_jpeg_store store, void *context, struct netlab_jpeg_form form, char *message) {
    struct jpeg_compress_struct codec;
    struct netlab_jpeg_errors errors;
    struct netlab_jpeg_sink sink;
    codec.err = jpeg_std_error(&errors.manager);
    errors.manager.error_exit = netlab_jpeg_fail;
    errors.manager.output_message = netlab_jpeg_silence;
    errors.message = message;
    sink.manager.init_destination = netlab_jpeg_sink_reset;
    sink.manager.empty_output_buffer = netlab_jpeg_sink_full;
    sink.manager.term_destination = netlab_jpeg_sink_end;
    sink.store = store;
    sink.context = context;
    if (setjmp(errors.escape)) {
        jpeg_destroy_compress(&codec);
        return 0;
    }
    jpeg_create_compress(&codec);
    codec.dest = &sink.manager;
    codec.image_width = (JDIMENSION)form.width;
    codec.image_height = (JDIMENSION)form.height;
    codec.input_components = 3;
    codec.in_color_space = JCS_RGB;
    jpeg_set_defaults(&codec);
    jpeg_set_quality(&codec, form.quality, TRUE);
    codec.comp_info[0].h_samp_factor = form.subsampling;
    codec.comp_info[0].v_samp_factor = form.subsampling;
    codec.optimize_coding = form.optimised ? TRUE : FALSE;
    if (form.progressive) jpeg_simple_progression(&codec);
    jpeg_start_compress(&codec, TRUE);
    // The codec frees its own memory, even after a longjmp.
    sink.row = (uint8_t *)codec.mem->alloc_large((j_common_ptr)&codec, JPOOL_IMAGE, (size_t)form.width * 3);
    while (codec.next_scanline < codec.image_height) {
        rows(context, (int)codec.next_scanline, sink.row);
        jpeg_write_scanlines(&codec, &sink.row, 1);
    }
    jpeg_finish_compress(&codec);
    jpeg_destroy_compress(&codec);
    return 1;
}

// Most scans decoded: no honest picture has as many, and a hostile file of many empty ones would take hours.
enum { NETLAB_JPEG_SCANS = 200 };

static void netlab_jpeg_count_scans(j_common_ptr codec) {
    if (((j_decompress_ptr)codec)->input_scan_number > NETLAB_JPEG_SCANS) ERREXIT(codec, JERR_BAD_PROGRESSION);
}

// Writes the next bytes, at most `most`, to `bytes` and returns their number; 0 at the end.
typedef size_t (*netlab_jpeg_fetch)(void *context, uint8_t *bytes, size_t most);
// Receives an APP1 block, which holds EXIF, before the `netlab_jpeg_accept` call.
typedef void (*netlab_jpeg_block)(void *context, const uint8_t *bytes, size_t count);
// Called once with the size in pixels; returns the scale in eighths, or 0 to refuse the picture.
typedef int (*netlab_jpeg_accept)(void *context, int width, int height);
// Takes the next row of `width` pixels of 8-bit RGB.
typedef void (*netlab_jpeg_take)(void *context, const uint8_t *samples, int width);

struct netlab_jpeg_reading {
    netlab_jpeg_fetch fetch;
    netlab_jpeg_block block;
    netlab_jpeg_accept accept;
    netlab_jpeg_take take;
    void *context;
    // Tolerates warnings, such as truncated data, which otherwise count as failures.
    int tolerant;
};

// Small enough to stay in the processor's cache.
enum { NETLAB_JPEG_PIECE = 65536 };

// Source of compressed bytes: the first ones without a copy, then one buffer at a time.
struct netlab_jpeg_source {
    struct jpeg_source_mgr manager;
    const struct netlab_jpeg_reading *reading;
    uint8_t *buffer;
    int has_begun;
};

static const uint8_t netlab_jpeg_end[2] = {0xFF, JPEG_EOI};

static void netlab_jpeg_source_begin(j_decompress_ptr codec) { (void)codec; }

static boolean netlab_jpeg_source_fill(j_decompress_ptr codec) {
    struct netlab_jpeg_source *source = (struct netlab_jpeg_source *)codec->src;
    size_t count = 0;
    if (source->reading->fetch) {
        if (!source->buffer)
            source->buffer = (uint8_t *)codec->mem->alloc_large((j_common_ptr)codec, JPOOL_PERMANENT, NETLAB_JPEG_PIECE);
        count = source->reading->fetch(source->reading->context, source->buffer, NETLAB_JPEG_PIECE);
    }
    source->manager.next_input_byte = source->buffer;
    source->manager.bytes_in_buffer = count;
    if (count > 0) {
        source->has_begun = 1;
        return TRUE;
    }
    if (!source->has_begun) ERREXIT(codec, JERR_INPUT_EMPTY);
    // Supplies a missing end marker, as libjpeg's own sources do.
    WARNMS(codec, JWRN_JPEG_EOF);
    source->manager.next_input_byte = netlab_jpeg_end;
    source->manager.bytes_in_buffer = sizeof netlab_jpeg_end;
    return TRUE;
}

static void netlab_jpeg_source_skip(j_decompress_ptr codec, long count) {
    struct jpeg_source_mgr *source = codec->src;
    while (count > (long)source->bytes_in_buffer) {
        count -= (long)source->bytes_in_buffer;
        netlab_jpeg_source_fill(codec);
    }
    if (count <= 0) return;
    source->next_input_byte += count;
    source->bytes_in_buffer -= (size_t)count;
}

static void netlab_jpeg_source_finish(j_decompress_ptr codec) { (void)codec; }

// One decompression, between its two steps.
struct netlab_jpeg_decoder {
    struct jpeg_decompress_struct codec;
    struct netlab_jpeg_errors errors;
    struct jpeg_progress_mgr progress;
    struct netlab_jpeg_source source;
};

static inline void netlab_jpeg_close(struct netlab_jpeg_decoder *decoder) {
    jpeg_destroy_decompress(&decoder->codec);
    free(decoder);
}

// Reads the header and asks `reading` for the scale. Returns NULL if the picture is refused or unreadable, with the
// reason in `message`, which holds at least JMSG_LENGTH_MAX (200) bytes. `bytes` are the first ones; they, `reading`
// and `message` belong to the caller and must live until the decoder is closed.
static inline struct netlab_jpeg_decoder *netlab_jpeg_open(
    const uint8_t *bytes, size_t count, const struct netlab_jpeg_reading *reading, char *message) {
    struct netlab_jpeg_decoder *decoder = (struct netlab_jpeg_decoder *)calloc(1, sizeof *decoder);
    if (!decoder) {
        snprintf(message, JMSG_LENGTH_MAX, "out of memory");
        return NULL;
    }
    j_decompress_ptr codec = &decoder->codec;
    codec->err = jpeg_std_error(&decoder->errors.manager);
    decoder->errors.manager.error_exit = netlab_jpeg_fail;
    decoder->errors.manager.output_message = netlab_jpeg_silence;
    decoder->errors.message = message;
    if (setjmp(decoder->errors.escape)) {
        netlab_jpeg_close(decoder);
        return NULL;
    }
    jpeg_create_decompress(codec);
    decoder->progress.progress_monitor = netlab_jpeg_count_scans;
    codec->progress = &decoder->progress;
    decoder->source.manager.next_input_byte = bytes;
    decoder->source.manager.bytes_in_buffer = count;
    decoder->source.manager.init_source = netlab_jpeg_source_begin;
    decoder->source.manager.fill_input_buffer = netlab_jpeg_source_fill;
    decoder->source.manager.skip_input_data = netlab_jpeg_source_skip;
    decoder->source.manager.resync_to_restart = jpeg_resync_to_restart;
    decoder->source.manager.term_source = netlab_jpeg_source_finish;
    decoder->source.reading = reading;
    decoder->source.has_begun = count > 0;
    codec->src = &decoder->source.manager;
    jpeg_save_markers(codec, JPEG_APP0 + 1, 0xFFFF);
    jpeg_read_header(codec, TRUE);
    for (jpeg_saved_marker_ptr block = codec->marker_list; block; block = block->next)
        reading->block(reading->context, block->data, block->data_length);
    int eighths = reading->accept(reading->context, (int)codec->image_width, (int)codec->image_height);
    if (eighths == 0) {
        netlab_jpeg_close(decoder);
        return NULL;
    }
    codec->out_color_space = JCS_RGB;
    codec->scale_num = (unsigned)eighths;
    codec->scale_denom = 8;
    return decoder;
}

// Decompresses row by row: into `pixels`, which has room for exactly the picture, or if that is NULL into the row
// callback of `reading`. Returns 1 on success, else 0 with the reason in the message passed to `netlab_jpeg_open`.
static inline int netlab_jpeg_read(struct netlab_jpeg_decoder *decoder, uint8_t *pixels, size_t room) {
    j_decompress_ptr codec = &decoder->codec;
    const struct netlab_jpeg_reading *reading = decoder->source.reading;
    if (setjmp(decoder->errors.escape)) return 0;
    jpeg_start_decompress(codec);
    size_t stride = (size_t)codec->output_width * 3;
    if (pixels && room != stride * codec->output_height) ERREXIT(codec, JERR_WIDTH_OVERFLOW);
    // The codec frees its own memory, even after a longjmp.
    JSAMPROW line =
        pixels ? NULL : (JSAMPROW)codec->mem->alloc_large((j_common_ptr)codec, JPOOL_IMAGE, stride);
    while (codec->output_scanline < codec->output_height) {
        JSAMPROW row = pixels ? pixels + stride * codec->output_scanline : line;
        jpeg_read_scanlines(codec, &row, 1);
        if (decoder->errors.manager.num_warnings > 0 && !reading->tolerant) netlab_jpeg_fail((j_common_ptr)codec);
        if (!pixels) reading->take(reading->context, row, (int)codec->output_width);
    }
    jpeg_finish_decompress(codec);
    return 1;
}

#endif
