# cbmc-mt: 'make' builds, 'make test' sets up, builds and tests, 'make demo' shows a bug being found.

PREFIX   ?= /usr/local
CC       ?= cc
LLVM     ?= /usr/lib/llvm-19
BUILD    ?= build
WARNINGS := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wconversion -Wno-sign-conversion
CFLAGS   ?= -O2 -g
CPPFLAGS += -I. -I$(LLVM)/include -D_GNU_SOURCE
LDLIBS   += -L$(LLVM)/lib -lclang-19 -lz3 -lgmp -lm -lpthread

ifdef SAN
BUILD   := build/san
CFLAGS  += -fsanitize=address,undefined -fno-omit-frame-pointer
LDFLAGS += -fsanitize=address,undefined
endif
ifdef STRESS
CPPFLAGS += -DSTRESS
endif
ifdef WERROR
WARNINGS += -Werror
endif

FOLDERS := util goto solvers report frontend symex symex/tree symex/events cli
SOURCES := $(foreach d,$(FOLDERS),$(wildcard $(d)/*.c))
OBJECTS := $(SOURCES:%.c=$(BUILD)/%.o)
LIBRARY := $(filter-out $(BUILD)/cli/main.o,$(OBJECTS))

all: cbmc-mt

cbmc-mt: $(OBJECTS)
	$(CC) $(LDFLAGS) -o $@ $^ $(LDLIBS)

objects: $(OBJECTS)

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	$(CC) -std=c11 $(CPPFLAGS) $(CFLAGS) $(WARNINGS) -MMD -MP -c -o $@ $<

clean:
	rm -rf build cbmc-mt

-include $(OBJECTS:.o=.d)

.PHONY: all objects clean
