CREATE TABLE "search_index" (
	"product_id" integer PRIMARY KEY REFERENCES "products"("id") ON DELETE CASCADE,
	"words" tsvector NOT NULL
);--> statement-breakpoint
CREATE INDEX "search_index_words" ON "search_index" USING gin ("words");--> statement-breakpoint
CREATE TABLE "catalogue_version" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"n" bigint NOT NULL
);--> statement-breakpoint
CREATE FUNCTION "raise_catalogue_version"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
	-- Once in a transaction, in a row that no other transaction has locked: the version is the sum of all rows.
	IF current_setting('haat.raised_catalogue_version', true) = 'yes' THEN RETURN NULL; END IF;
	PERFORM set_config('haat.raised_catalogue_version', 'yes', true);
	UPDATE catalogue_version SET n = n + 1
		WHERE id = (SELECT id FROM catalogue_version LIMIT 1 FOR UPDATE SKIP LOCKED);
	IF NOT FOUND THEN INSERT INTO catalogue_version (n) VALUES (1); END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "raise_catalogue_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "products" EXECUTE FUNCTION "raise_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "raise_catalogue_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "variants" EXECUTE FUNCTION "raise_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "raise_catalogue_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "media" EXECUTE FUNCTION "raise_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "raise_catalogue_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "deals" EXECUTE FUNCTION "raise_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "raise_catalogue_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "categories" EXECUTE FUNCTION "raise_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "raise_catalogue_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "banners" EXECUTE FUNCTION "raise_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "raise_catalogue_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "pages" EXECUTE FUNCTION "raise_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "raise_catalogue_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "settings" EXECUTE FUNCTION "raise_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "raise_catalogue_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "search_synonyms" EXECUTE FUNCTION "raise_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "raise_catalogue_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "translations" EXECUTE FUNCTION "raise_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "raise_catalogue_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "search_documents" EXECUTE FUNCTION "raise_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "raise_catalogue_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "reviews" EXECUTE FUNCTION "raise_catalogue_version"();--> statement-breakpoint
CREATE TRIGGER "raise_catalogue_version" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "questions" EXECUTE FUNCTION "raise_catalogue_version"();--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'the audit is append-only';
END $$;--> statement-breakpoint
CREATE TRIGGER "append_only" BEFORE DELETE ON "audit_entries" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "only_erased" BEFORE UPDATE ON "audit_entries" FOR EACH ROW WHEN (NEW.input <> '{}' OR NEW.subject <> 'Erased' OR NEW.id <> OLD.id OR NEW.act <> OLD.act OR NEW.at <> OLD.at OR NEW.staff_name <> OLD.staff_name OR NEW.staff_id IS DISTINCT FROM OLD.staff_id OR NEW.via IS DISTINCT FROM OLD.via OR NEW.request_id IS DISTINCT FROM OLD.request_id OR NEW.undo_of IS DISTINCT FROM OLD.undo_of) EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "append_only" BEFORE UPDATE ON "audit_changes" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "ledger_entries" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE FUNCTION "record_change"() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
	old_row jsonb := CASE WHEN TG_OP = 'INSERT' THEN NULL ELSE to_jsonb(OLD) - TG_ARGV[2]::text[] END;
	new_row jsonb := CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE to_jsonb(NEW) - TG_ARGV[2]::text[] END;
	present jsonb := coalesce(new_row, old_row);
	was jsonb := CASE WHEN TG_OP = 'DELETE' THEN old_row END;
	becomes jsonb;
BEGIN
	IF TG_OP = 'UPDATE' THEN
		SELECT jsonb_object_agg(key, value), jsonb_object_agg(key, new_row -> key) INTO was, becomes
			FROM jsonb_each(old_row) WHERE new_row -> key IS DISTINCT FROM value;
		IF was IS NULL THEN RETURN NULL; END IF;
	END IF;
	INSERT INTO audit_changes (entry_id, part, table_name, row_key, label, before, after) VALUES (
		current_setting('haat.audit_entry')::integer, current_setting('haat.audit_part')::integer, TG_TABLE_NAME,
		(SELECT string_agg(present ->> name, '/' ORDER BY at) FROM unnest(TG_ARGV[1]::text[]) WITH ORDINALITY AS k(name, at)),
		present ->> TG_ARGV[0], was::text, becomes::text);
	RETURN NULL;
END $$;
