#include "goto/program/prog.h"

#include "util/base/intern.h"
#include "util/text/diag.h"

struct goto_prog *prog_open(void) {
	struct goto_prog *p = mem_alloc(sizeof *p);
	p->arena = arena_open();
	p->types = types_open(p->arena, &p->target);
	return p;
}

static void free_function(struct function *f) {
	vec_free(&f->ins);
	vec_free(&f->local);
	vec_free(&f->loop);
	vec_free(&f->label);
	vec_free(&f->mark);
}

void prog_close(struct goto_prog *p) {
	if (!p)
		return;
	/* By symbol, not by the function list: passes may have dropped functions from that. */
	for (size_t i = 0; i < p->symbol.n; i++)
		if (p->symbol.at[i]->function)
			free_function(p->symbol.at[i]->function);
	vec_free(&p->source);
	vec_free(&p->argument);
	vec_free(&p->symbol);
	vec_free(&p->function);
	vec_free(&p->property);
	vec_free(&p->hint);
	vec_free(&p->ignored);
	vec_free(&p->included);
	map_free(&p->by_name);
	map_free(&p->property_count);
	map_free(&p->private_deref);
	types_close(p->types);
	arena_close(p->arena);
	mem_free(p);
}

struct symbol *prog_find(const struct goto_prog *p, const char *name) {
	uint64_t found = 0;
	map_get(&p->by_name, map_key(intern(name)), &found);
	return (struct symbol *)(uintptr_t)found;
}

struct symbol *prog_add_symbol(struct goto_prog *p, const char *name, const struct type *type,
                               enum storage storage) {
	if (prog_find(p, name))
		BUG("symbol '%s' added twice", name);
	struct symbol *s = arena_new(p->arena, struct symbol);
	s->name = s->display = intern(name);
	s->type = type;
	s->storage = storage;
	s->intrinsic = storage == STORAGE_FUNCTION ? intrinsic_find(s->name) : INTRINSIC_NONE;
	s->id = (uint32_t)p->symbol.n;
	vec_push(&p->symbol, s);
	map_put(&p->by_name, map_key(s->name), map_key(s));
	return s;
}

struct function *prog_add_function(struct goto_prog *p, struct symbol *symbol) {
	if (symbol->storage != STORAGE_FUNCTION || symbol->function)
		BUG("a second body for '%s', or a body for a variable", symbol->name);
	struct function *f = arena_new(p->arena, struct function);
	f->symbol = symbol;
	f->is_model = symbol->is_model;
	symbol->function = f;
	vec_push(&p->function, f);
	return f;
}

void prog_add_local(struct function *f, struct symbol *symbol) {
	symbol->slot = (uint32_t)f->local.n;
	vec_push(&f->local, symbol);
}

struct symbol *prog_add_temp(struct goto_prog *p, struct function *f, const struct type *type,
                             struct loc loc) {
	size_t number = f->local.n;
	struct symbol *t = prog_add_symbol(p, intern_printf("%s::@%zu", f->symbol->name, number),
	                                   type_unatomic(p->types, type), STORAGE_AUTO);
	t->display = intern_printf("@%zu", number);
	t->loc = loc;
	t->is_temp = true;
	prog_add_local(f, t);
	return t;
}

bool symbol_is_string(const struct symbol *s) {
	return s->storage == STORAGE_STATIC && s->is_constant && s->is_temp && s->bytes &&
	       s->type->kind == TYPE_ARRAY && s->type->elem->bits == 8;
}

/* By display name: ids stay unique when two files have a static function each of one name. */
uint64_t prog_property_key(const struct function *f, enum property_class class) {
	return map_key(intern(f->symbol->display)) * PROPERTY_CLASS_N + (uint64_t) class;
}

struct property property_make(const struct function *f, enum property_class class, struct loc loc,
                              const char *text, uint64_t number) {
	const char *display = intern(f->symbol->display);
	return (struct property){
	    .id = intern_printf("%s.%s.%llu", display, property_class_name(class),
	                        (unsigned long long)number),
	    .text = intern(text),
	    .class = class,
	    .loc = loc,
	    .function = display,
	    .in_model = f->is_model,
	};
}

uint32_t prog_add_property(struct goto_prog *p, const struct function *f, enum property_class class,
                           struct loc loc, const char *text) {
	uint64_t key = prog_property_key(f, class), count = 0;
	map_get(&p->property_count, key, &count);
	map_put(&p->property_count, key, ++count);
	vec_push(&p->property, property_make(f, class, loc, text, count));
	return (uint32_t)p->property.n - 1;
}

uint32_t ins_add(struct function *f, struct ins ins) {
	ins.loop = NO_LOOP;
	ins.text = ins.text ? intern(ins.text) : NULL;
	vec_push(&f->ins, ins);
	return (uint32_t)f->ins.n - 1;
}

const char *property_class_name(enum property_class class) {
	static const char *const names[PROPERTY_CLASS_N] = {
#define PROPERTY(class, name, ...) [PROPERTY_##class] = name,
#include "goto/program/property.def"
	};
	if ((unsigned)class >= PROPERTY_CLASS_N)
		BUG("property class %d", (int)class);
	return names[class];
}

bool property_class_find(const char *name, enum property_class *class) {
	for (int i = 0; i < PROPERTY_CLASS_N; i++)
		if (intern(name) == intern(property_class_name((enum property_class)i))) {
			*class = (enum property_class)i;
			return true;
		}
	return false;
}
