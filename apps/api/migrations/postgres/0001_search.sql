CREATE TABLE "search_index" (
	"product_id" integer PRIMARY KEY REFERENCES "products"("id") ON DELETE CASCADE,
	"words" tsvector NOT NULL
);--> statement-breakpoint
CREATE INDEX "search_index_words" ON "search_index" USING gin ("words");--> statement-breakpoint
ALTER TABLE "search_words" ALTER COLUMN "word" TYPE text COLLATE "C";--> statement-breakpoint
ALTER TABLE "search_typos" ALTER COLUMN "deletion" TYPE text COLLATE "C";
