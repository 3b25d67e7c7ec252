ALTER TABLE "orders" ADD COLUMN "order_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE orders SET order_number = substr('CDFHJKMNPRTVWX', floor(random() * 14)::int + 1, 1) ||
  substr('CDFHJKMNPRTVWX23456789', floor(random() * 22)::int + 1, 1) ||
  substr('CDFHJKMNPRTVWX23456789', floor(random() * 22)::int + 1, 1) ||
  substr('CDFHJKMNPRTVWX23456789', floor(random() * 22)::int + 1, 1) ||
  substr('CDFHJKMNPRTVWX23456789', floor(random() * 22)::int + 1, 1) ||
  substr('CDFHJKMNPRTVWX23456789', floor(random() * 22)::int + 1, 1) ||
  substr('CDFHJKMNPRTVWX23456789', floor(random() * 22)::int + 1, 1) ||
  substr('CDFHJKMNPRTVWX23456789', floor(random() * 22)::int + 1, 1) ||
  substr('CDFHJKMNPRTVWX23456789', floor(random() * 22)::int + 1, 1) ||
  substr('CDFHJKMNPRTVWX23456789', floor(random() * 22)::int + 1, 1);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "address_key" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_verified_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "orders_phone" ON "orders" USING btree ("shipping_phone","status");--> statement-breakpoint
CREATE INDEX "orders_address" ON "orders" USING btree ("address_key","status");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_order_number_unique" UNIQUE("order_number");--> statement-breakpoint
UPDATE users SET email_verified_at = created_at WHERE id IN (SELECT user_id FROM orders WHERE status NOT IN ('PAYMENT_FAILED', 'CANCELLED'));
