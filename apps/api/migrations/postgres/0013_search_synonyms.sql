CREATE TABLE "search_synonyms" (
	"term" text NOT NULL,
	"meaning" text NOT NULL,
	"is_removed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "search_synonyms_term_meaning_pk" PRIMARY KEY("term","meaning")
);
