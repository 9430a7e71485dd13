#include <stddef.h>
#include <stdint.h>

// Of libFuzzer, which -sanitize=fuzzer links (LLVM, "libFuzzer: Using libFuzzer as a library").
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*input)(const uint8_t *bytes, size_t count));
