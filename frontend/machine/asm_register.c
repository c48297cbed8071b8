/* Registers by their names. */
#include "frontend/machine/asm.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/intern.h"

/* Names of the registers of x86, by width; the last digit of the row is the letter of the
 * constraint that means it. */
static const struct {
	const char *name[4]; /* 64, 32, 16, 8 bits */
	char constraint;
} x86_registers[] = {
    {{"rax", "eax", "ax", "al"}, 'a'},    {{"rbx", "ebx", "bx", "bl"}, 'b'},
    {{"rcx", "ecx", "cx", "cl"}, 'c'},    {{"rdx", "edx", "dx", "dl"}, 'd'},
    {{"rsi", "esi", "si", "sil"}, 'S'},   {{"rdi", "edi", "di", "dil"}, 'D'},
    {{"r8", "r8d", "r8w", "r8b"}, 0},     {{"r9", "r9d", "r9w", "r9b"}, 0},
    {{"r10", "r10d", "r10w", "r10b"}, 0}, {{"r11", "r11d", "r11w", "r11b"}, 0},
    {{"r12", "r12d", "r12w", "r12b"}, 0}, {{"r13", "r13d", "r13w", "r13b"}, 0},
    {{"r14", "r14d", "r14w", "r14b"}, 0}, {{"r15", "r15d", "r15w", "r15b"}, 0},
};

/* The widest register of that name, and how wide it is by this name; NULL: none that is known. */
static const char *x86_name(const char *name, uint32_t *bits) {
	for (size_t i = 0; i < sizeof x86_registers / sizeof *x86_registers; i++)
		for (uint32_t k = 0; k < 4; k++)
			if (!strcmp(name, x86_registers[i].name[k])) {
				*bits = 64u >> k;
				return x86_registers[i].name[0];
			}
	return NULL;
}

static const char *arm64_name(const char *name, uint32_t *bits) {
	*bits = *name == 'w' ? 32 : 64;
	if (!strcmp(name, "xzr") || !strcmp(name, "wzr"))
		return "xzr";
	if ((*name != 'x' && *name != 'w') || !isdigit((unsigned char)name[1]))
		return NULL;
	char *end;
	unsigned long n = strtoul(name + 1, &end, 10);
	return *end || n > 30 ? NULL : intern_printf("x%lu", n);
}

uint32_t asm_add_register(struct asm_machine *m, const char *hard) {
	vec_push(&m->reg, (struct asm_reg){.hard = hard});
	return (uint32_t)m->reg.n - 1;
}

static const char *widest(const struct asm_machine *m, const char *name, uint32_t *bits) {
	const char *hard = m->arch == ASM_X86 ? x86_name(name, bits) : arm64_name(name, bits);
	return hard ? intern(hard) : NULL;
}

uint32_t asm_find_register(const struct asm_machine *m, const char *hard) {
	for (uint32_t i = 0; hard && i < m->reg.n; i++)
		if (m->reg.at[i].hard == hard)
			return i;
	return ASM_NONE;
}

uint32_t asm_hard_register(struct asm_machine *m, const char *name, uint32_t *bits) {
	const char *hard = widest(m, name, bits);
	if (!hard)
		return ASM_NONE;
	uint32_t reg = asm_find_register(m, hard), ignored;
	if (reg != ASM_NONE)
		return reg;
	reg = asm_add_register(m, hard);
	for (uint32_t i = 0; i < m->a->nclobbers; i++) {
		const char *clobber = m->a->clobber[i];
		clobber += *clobber == '%' || *clobber == '#';
		m->reg.at[reg].may_change |= widest(m, clobber, &ignored) == hard;
	}
	return reg;
}

/* The register that a constraint asks for; NULL: any. */
const char *asm_asked_register(const struct asm_machine *m, const char *constraint) {
	const char *found = NULL;
	if (m->arch != ASM_X86)
		return NULL;
	for (size_t i = 0; i < sizeof x86_registers / sizeof *x86_registers; i++) {
		if (!x86_registers[i].constraint || !strchr(constraint, x86_registers[i].constraint))
			continue;
		if (found)
			return NULL;
		found = intern(x86_registers[i].name[0]);
	}
	return strpbrk(constraint, "rqQRlg") ? NULL : found;
}
