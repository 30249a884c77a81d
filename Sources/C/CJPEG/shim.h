// Typed shims for what Swift cannot import of this library: variadic functions and macros. No logic, but for one thing:
// libjpeg reports errors by jumping out of the callback, and such a jump must not cross Swift's frames. So one whole
// compression and one whole decompression happen here, and failure comes back as a status.
#ifndef NETLAB_CJPEG_SHIM_H
#define NETLAB_CJPEG_SHIM_H

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

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

// Compresses 8-bit RGB. On success (1) the caller frees *bytes. `message` holds at least JMSG_LENGTH_MAX (200) bytes.
static inline int netlab_jpeg_compress(
    const uint8_t *pixels, int width, int height, int quality, int subsampling, int optimise, uint8_t **bytes,
    unsigned long *count, char *message) {
    struct jpeg_compress_struct codec;
    struct netlab_jpeg_errors errors;
    codec.err = jpeg_std_error(&errors.manager);
    errors.manager.error_exit = netlab_jpeg_fail;
    errors.manager.output_message = netlab_jpeg_silence;
    errors.message = message;
    *bytes = NULL;
    *count = 0;
    if (setjmp(errors.escape)) {
        jpeg_destroy_compress(&codec);
        free(*bytes);
        *bytes = NULL;
        return 0;
    }
    jpeg_create_compress(&codec);
    jpeg_mem_dest(&codec, bytes, count);
    codec.image_width = (JDIMENSION)width;
    codec.image_height = (JDIMENSION)height;
    codec.input_components = 3;
    codec.in_color_space = JCS_RGB;
    jpeg_set_defaults(&codec);
    jpeg_set_quality(&codec, quality, TRUE);
    codec.comp_info[0].h_samp_factor = subsampling;
    codec.comp_info[0].v_samp_factor = subsampling;
    codec.optimize_coding = optimise ? TRUE : FALSE;
    jpeg_start_compress(&codec, TRUE);
    while (codec.next_scanline < codec.image_height) {
        JSAMPROW row = (JSAMPROW)(pixels + (size_t)codec.next_scanline * (size_t)width * 3);
        jpeg_write_scanlines(&codec, &row, 1);
    }
    jpeg_finish_compress(&codec);
    jpeg_destroy_compress(&codec);
    return 1;
}

// Decompresses to 8-bit RGB. On success (1) the caller frees *pixels. Warnings, such as data cut short, are failures.
static inline int netlab_jpeg_decompress(
    const uint8_t *bytes, unsigned long count, uint8_t **pixels, int *width, int *height, char *message) {
    struct jpeg_decompress_struct codec;
    struct netlab_jpeg_errors errors;
    codec.err = jpeg_std_error(&errors.manager);
    errors.manager.error_exit = netlab_jpeg_fail;
    errors.manager.output_message = netlab_jpeg_silence;
    errors.message = message;
    *pixels = NULL;
    if (setjmp(errors.escape)) {
        jpeg_destroy_decompress(&codec);
        free(*pixels);
        *pixels = NULL;
        return 0;
    }
    jpeg_create_decompress(&codec);
    jpeg_mem_src(&codec, bytes, count);
    jpeg_read_header(&codec, TRUE);
    codec.out_color_space = JCS_RGB;
    jpeg_start_decompress(&codec);
    *width = (int)codec.output_width;
    *height = (int)codec.output_height;
    size_t stride = (size_t)codec.output_width * 3;
    *pixels = (uint8_t *)malloc(stride * codec.output_height);
    while (*pixels && codec.output_scanline < codec.output_height) {
        JSAMPROW row = *pixels + (size_t)codec.output_scanline * stride;
        jpeg_read_scanlines(&codec, &row, 1);
        if (errors.manager.num_warnings > 0) netlab_jpeg_fail((j_common_ptr)&codec);
    }
    if (*pixels) jpeg_finish_decompress(&codec);
    jpeg_destroy_decompress(&codec);
    return *pixels != NULL;
}

#endif
