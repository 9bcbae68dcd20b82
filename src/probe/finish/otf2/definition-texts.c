/* Texts among the global definitions. */
#include "definitions.h"

void write_texts(struct definitions *d)
{
    const struct texts *texts = &d->archive->texts;
    for (; d->texts < texts->count; d->texts++)
        check(OTF2_GlobalDefWriter_WriteString(d->out, d->texts, texts->list[d->texts]), "a definition");
}

/* Readers resolve names as they come, so a text is written before its first use. */
OTF2_StringRef def_text(struct definitions *d, const char *value)
{
    OTF2_StringRef id = text_id(&d->archive->texts, value);
    write_texts(d);
    return id;
}
