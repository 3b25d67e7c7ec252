CREATE TABLE `addresses` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`full_name` text NOT NULL,
	`phone` text NOT NULL,
	`address_line1` text NOT NULL,
	`address_line2` text,
	`city` text NOT NULL,
	`state` text NOT NULL,
	`country` text NOT NULL,
	`pincode` text NOT NULL,
	`is_default` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `addresses_user` ON `addresses` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `addresses_one_default` ON `addresses` (`user_id`) WHERE "addresses"."is_default";--> statement-breakpoint
CREATE TABLE `banners` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`banner_name` text NOT NULL,
	`banner_image` text NOT NULL,
	`link` text,
	`position` integer DEFAULT 0 NOT NULL,
	`is_active` integer DEFAULT true NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `cart_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`variant_id` integer NOT NULL,
	`quantity` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`variant_id`) REFERENCES `variants`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "cart_items_quantity" CHECK("cart_items"."quantity" between 1 and 999)
) STRICT;
--> statement-breakpoint
CREATE INDEX `cart_items_variant` ON `cart_items` (`variant_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `cart_items_line` ON `cart_items` (`user_id`,`variant_id`);--> statement-breakpoint
CREATE TABLE `categories` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`image_url` text,
	`parent_id` integer,
	`position` integer DEFAULT 0 NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `categories_slug_unique` ON `categories` (`slug`);--> statement-breakpoint
CREATE INDEX `categories_parent` ON `categories` (`parent_id`);--> statement-breakpoint
CREATE TABLE `counters` (
	`name` text PRIMARY KEY NOT NULL,
	`value` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `coupon_applications` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`coupon_id` integer NOT NULL,
	`applied_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`coupon_id`) REFERENCES `coupons`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `coupon_applications_user_id_unique` ON `coupon_applications` (`user_id`);--> statement-breakpoint
CREATE INDEX `coupon_applications_coupon` ON `coupon_applications` (`coupon_id`);--> statement-breakpoint
CREATE TABLE `coupon_uses` (
	`coupon_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`used` integer NOT NULL,
	PRIMARY KEY(`coupon_id`, `user_id`),
	FOREIGN KEY (`coupon_id`) REFERENCES `coupons`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "coupon_uses_used" CHECK("coupon_uses"."used" >= 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `coupon_uses_user` ON `coupon_uses` (`user_id`);--> statement-breakpoint
CREATE TABLE `coupons` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`code` text NOT NULL,
	`description` text NOT NULL,
	`level` text NOT NULL,
	`kind` text NOT NULL,
	`value` integer NOT NULL,
	`min_amount` integer,
	`max_discount` integer,
	`starts_at` integer,
	`ends_at` integer,
	`usage_limit` integer,
	`per_user_limit` integer,
	`used_count` integer DEFAULT 0 NOT NULL,
	`category_id` integer,
	`product_id` integer,
	`user_id` integer,
	`is_active` integer DEFAULT true NOT NULL,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "coupons_level" CHECK("coupons"."level" in ('order', 'item')),
	CONSTRAINT "coupons_kind" CHECK("coupons"."kind" in ('percent', 'flat')),
	CONSTRAINT "coupons_value" CHECK("coupons"."value" > 0 and ("coupons"."kind" = 'flat' or "coupons"."value" <= 100)),
	CONSTRAINT "coupons_used" CHECK("coupons"."used_count" >= 0 and ("coupons"."usage_limit" is null or "coupons"."used_count" <= "coupons"."usage_limit"))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `coupons_code_unique` ON `coupons` (`code`);--> statement-breakpoint
CREATE TABLE `deals` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`product_id` integer NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`deal_price` integer NOT NULL,
	`start_date` integer NOT NULL,
	`end_date` integer NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`is_applied` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "deals_price" CHECK("deals"."deal_price" >= 0),
	CONSTRAINT "deals_window" CHECK("deals"."end_date" > "deals"."start_date")
) STRICT;
--> statement-breakpoint
CREATE INDEX `deals_product` ON `deals` (`product_id`);--> statement-breakpoint
CREATE INDEX `deals_applied` ON `deals` (`is_applied`,`end_date`);--> statement-breakpoint
CREATE INDEX `deals_end` ON `deals` (`end_date`);--> statement-breakpoint
CREATE TABLE `documents` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`kind` text NOT NULL,
	`number` text NOT NULL,
	`issued_at` integer NOT NULL,
	`seller` text NOT NULL,
	`invoice_id` integer,
	`voided_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "documents_kind" CHECK(("documents"."kind" = 'credit_note') = ("documents"."invoice_id" is not null))
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `documents_number_unique` ON `documents` (`number`);--> statement-breakpoint
CREATE INDEX `documents_order` ON `documents` (`order_id`);--> statement-breakpoint
CREATE INDEX `documents_issued` ON `documents` (`issued_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `documents_invoice` ON `documents` (`order_id`) WHERE "documents"."kind" <> 'credit_note' and "documents"."voided_at" is null;--> statement-breakpoint
CREATE TABLE `import_changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`product_id` integer,
	`change` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `media` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`product_id` integer NOT NULL,
	`variant_id` integer,
	`media_type` text NOT NULL,
	`media_url` text NOT NULL,
	`video_source` text,
	`alt` text DEFAULT '' NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`variant_id`) REFERENCES `variants`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `media_product` ON `media` (`product_id`);--> statement-breakpoint
CREATE INDEX `media_variant` ON `media` (`variant_id`);--> statement-breakpoint
CREATE TABLE `merged_carts` (
	`user_id` integer NOT NULL,
	`key` text NOT NULL,
	`merged_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE TABLE `order_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`kind` text NOT NULL,
	`status` text NOT NULL,
	`note` text,
	`at` integer NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE INDEX `order_events_order` ON `order_events` (`order_id`,`id`);--> statement-breakpoint
CREATE TABLE `order_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`product_id` integer,
	`variant_id` integer,
	`product_name` text NOT NULL,
	`variant_name` text,
	`variant_image` text,
	`sku` text,
	`hsn` text,
	`gst_rate` real,
	`price` integer NOT NULL,
	`mrp` integer,
	`quantity` integer NOT NULL,
	`subtotal` integer NOT NULL,
	`discount_amount` integer DEFAULT 0 NOT NULL,
	`ships_free` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "order_items_quantity" CHECK("order_items"."quantity" > 0),
	CONSTRAINT "order_items_subtotal" CHECK("order_items"."price" >= 0 and "order_items"."subtotal" = "order_items"."price" * "order_items"."quantity")
) STRICT;
--> statement-breakpoint
CREATE INDEX `order_items_order` ON `order_items` (`order_id`);--> statement-breakpoint
CREATE INDEX `order_items_variant` ON `order_items` (`variant_id`);--> statement-breakpoint
CREATE TABLE `orders` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_number` text DEFAULT '' NOT NULL,
	`user_id` integer NOT NULL,
	`status` text NOT NULL,
	`payment_method` text,
	`checkout` text NOT NULL,
	`created_at` integer NOT NULL,
	`shipping_name` text NOT NULL,
	`shipping_street` text NOT NULL,
	`shipping_city` text NOT NULL,
	`shipping_state` text NOT NULL,
	`shipping_country` text NOT NULL,
	`shipping_zip` text NOT NULL,
	`shipping_phone` text NOT NULL,
	`items_total` integer NOT NULL,
	`total_shipping_price` integer NOT NULL,
	`total_discount_amount` integer NOT NULL,
	`total_amount` integer NOT NULL,
	`rounds_cash` integer DEFAULT false NOT NULL,
	`buyer_gstin` text,
	`coupon_id` integer,
	`coupon_code` text,
	`idempotency_key` text NOT NULL,
	`request_hash` text NOT NULL,
	`hold_expires_at` integer,
	`paid_at` integer,
	`holds_stock` integer NOT NULL,
	`courier` text,
	`tracking_number` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`coupon_id`) REFERENCES `coupons`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "orders_amounts" CHECK("orders"."items_total" >= 0 and "orders"."total_shipping_price" >= 0 and "orders"."total_discount_amount" >= 0),
	CONSTRAINT "orders_total" CHECK("orders"."total_amount" >= 0 and "orders"."total_amount" = "orders"."items_total" + "orders"."total_shipping_price" - "orders"."total_discount_amount")
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `orders_order_number_unique` ON `orders` (`order_number`);--> statement-breakpoint
CREATE INDEX `orders_user` ON `orders` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `orders_user_status` ON `orders` (`user_id`,`status`);--> statement-breakpoint
CREATE INDEX `orders_status` ON `orders` (`status`,`hold_expires_at`);--> statement-breakpoint
CREATE INDEX `orders_created` ON `orders` (`created_at`);--> statement-breakpoint
CREATE INDEX `orders_phone` ON `orders` (`shipping_phone`,`status`);--> statement-breakpoint
CREATE UNIQUE INDEX `orders_idempotency` ON `orders` (`user_id`,`idempotency_key`);--> statement-breakpoint
CREATE TABLE `otps` (
	`email_hash` text NOT NULL,
	`asker_hash` text DEFAULT '' NOT NULL,
	`code_hash` text NOT NULL,
	`is_mailed` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`tries_left` integer NOT NULL,
	PRIMARY KEY(`email_hash`, `asker_hash`),
	CONSTRAINT "otps_tries" CHECK("otps"."tries_left" >= 0)
) STRICT;
--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`payload` text NOT NULL,
	`dedupe_key` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`done_at` integer,
	`last_error` text
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_dedupe_key_unique` ON `outbox` (`dedupe_key`);--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`done_at`,`next_at`);--> statement-breakpoint
CREATE TABLE `pages` (
	`slug` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`text` text NOT NULL,
	`changed_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `payment_events` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`event_id` text NOT NULL,
	`payment_id` integer NOT NULL,
	`state` text NOT NULL,
	`amount` integer NOT NULL,
	`outcome` text NOT NULL,
	`at` integer NOT NULL,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payment_events_event_id_unique` ON `payment_events` (`event_id`);--> statement-breakpoint
CREATE INDEX `payment_events_payment` ON `payment_events` (`payment_id`);--> statement-breakpoint
CREATE TABLE `payments` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`provider` text NOT NULL,
	`merchant_order_id` text NOT NULL,
	`transaction_id` text NOT NULL,
	`payment_url` text,
	`amount` integer NOT NULL,
	`state` text NOT NULL,
	`started_at` integer NOT NULL,
	`paid_at` integer,
	`failed_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "payments_amount" CHECK("payments"."amount" >= 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_merchant_order_id_unique` ON `payments` (`merchant_order_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_transaction_id_unique` ON `payments` (`transaction_id`);--> statement-breakpoint
CREATE INDEX `payments_order` ON `payments` (`order_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `payments_paid` ON `payments` (`order_id`) WHERE "payments"."state" = 'PAID';--> statement-breakpoint
CREATE TABLE `products` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`slug` text NOT NULL,
	`name` text NOT NULL,
	`brand` text NOT NULL,
	`category_id` integer NOT NULL,
	`short_description` text NOT NULL,
	`description` text NOT NULL,
	`hsn` text,
	`gst_rate` real,
	`country_of_origin` text NOT NULL,
	`manufacturer` text,
	`net_quantity` text,
	`consumer_care` text,
	`rating` real DEFAULT 0 NOT NULL,
	`is_new_arrival` integer DEFAULT false NOT NULL,
	`is_featured` integer DEFAULT false NOT NULL,
	`is_on_sale` integer DEFAULT false NOT NULL,
	`is_published` integer DEFAULT true NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer,
	`external_key` text,
	`variant_id` integer,
	`price` integer DEFAULT 0 NOT NULL,
	`mrp` integer,
	`discount_percentage` integer DEFAULT 0 NOT NULL,
	`in_stock` integer DEFAULT false NOT NULL,
	`media_url` text,
	FOREIGN KEY (`category_id`) REFERENCES `categories`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "products_price" CHECK("products"."price" >= 0)
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `products_slug_unique` ON `products` (`slug`);--> statement-breakpoint
CREATE UNIQUE INDEX `products_external_key_unique` ON `products` (`external_key`);--> statement-breakpoint
CREATE INDEX `products_id` ON `products` (`id`,`category_id`,`brand`,`price`,`discount_percentage`,`created_at`,`rating`,`in_stock`,`is_new_arrival`,`is_featured`,`is_on_sale`,`is_published`) WHERE "products"."is_published";--> statement-breakpoint
CREATE INDEX `products_price` ON `products` (`price`,`id`,`category_id`,`brand`,`discount_percentage`,`created_at`,`rating`,`in_stock`,`is_new_arrival`,`is_featured`,`is_on_sale`,`is_published`) WHERE "products"."is_published";--> statement-breakpoint
CREATE INDEX `products_discount` ON `products` (`discount_percentage`,`id`,`category_id`,`brand`,`price`,`created_at`,`rating`,`in_stock`,`is_new_arrival`,`is_featured`,`is_on_sale`,`is_published`) WHERE "products"."is_published";--> statement-breakpoint
CREATE INDEX `products_newest` ON `products` (`created_at`,`id`,`category_id`,`brand`,`price`,`discount_percentage`,`rating`,`in_stock`,`is_new_arrival`,`is_featured`,`is_on_sale`,`is_published`) WHERE "products"."is_published";--> statement-breakpoint
CREATE INDEX `products_category` ON `products` (`category_id`,`brand`,`id`,`price`,`discount_percentage`,`created_at`,`rating`,`in_stock`,`is_new_arrival`,`is_featured`,`is_on_sale`,`is_published`) WHERE "products"."is_published";--> statement-breakpoint
CREATE INDEX `products_brand` ON `products` (`brand`,`price`,`id`,`category_id`,`discount_percentage`,`created_at`,`rating`,`in_stock`,`is_new_arrival`,`is_featured`,`is_on_sale`,`is_published`) WHERE "products"."is_published";--> statement-breakpoint
CREATE TABLE `rate_limits` (
	`key` text PRIMARY KEY NOT NULL,
	`requests` integer NOT NULL,
	`resets_at` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `rate_limits_resets` ON `rate_limits` (`resets_at`);--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`payment_id` integer,
	`amount` integer NOT NULL,
	`state` text NOT NULL,
	`reference` text,
	`due_at` integer NOT NULL,
	`paid_at` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_id`) REFERENCES `payments`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "refunds_amount" CHECK("refunds"."amount" >= 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `refunds_order` ON `refunds` (`order_id`);--> statement-breakpoint
CREATE INDEX `refunds_state` ON `refunds` (`state`,`paid_at`);--> statement-breakpoint
CREATE INDEX `refunds_payment` ON `refunds` (`payment_id`);--> statement-breakpoint
CREATE TABLE `returns` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`order_id` integer NOT NULL,
	`order_item_id` integer,
	`quantity` integer NOT NULL,
	`amount` integer NOT NULL,
	`restocked` integer NOT NULL,
	`at` integer NOT NULL,
	`credit_note_id` integer,
	FOREIGN KEY (`order_id`) REFERENCES `orders`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`order_item_id`) REFERENCES `order_items`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`credit_note_id`) REFERENCES `documents`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "returns_quantity" CHECK("returns"."quantity" > 0 and "returns"."amount" >= 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `returns_order` ON `returns` (`order_id`);--> statement-breakpoint
CREATE INDEX `returns_item` ON `returns` (`order_item_id`);--> statement-breakpoint
CREATE INDEX `returns_at` ON `returns` (`at`);--> statement-breakpoint
CREATE TABLE `saved_items` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` integer NOT NULL,
	`variant_id` integer NOT NULL,
	`quantity` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`variant_id`) REFERENCES `variants`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "saved_items_quantity" CHECK("saved_items"."quantity" between 1 and 999)
) STRICT;
--> statement-breakpoint
CREATE INDEX `saved_items_variant` ON `saved_items` (`variant_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `saved_items_line` ON `saved_items` (`user_id`,`variant_id`);--> statement-breakpoint
CREATE TABLE `search_documents` (
	`product_id` integer PRIMARY KEY NOT NULL,
	`words` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `search_synonyms` (
	`term` text NOT NULL,
	`meaning` text NOT NULL,
	`is_removed` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`term`, `meaning`)
) STRICT;
--> statement-breakpoint
CREATE TABLE `search_words` (
	`word` text PRIMARY KEY NOT NULL,
	`stem` text NOT NULL,
	`reversed_stem` text NOT NULL,
	`sound` text NOT NULL,
	`frequency` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE INDEX `search_words_stem` ON `search_words` (`stem`);--> statement-breakpoint
CREATE INDEX `search_words_reversed` ON `search_words` (`reversed_stem`);--> statement-breakpoint
CREATE INDEX `search_words_sound` ON `search_words` (`sound`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`sid` text PRIMARY KEY NOT NULL,
	`id` integer DEFAULT 0 NOT NULL,
	`user_id` integer NOT NULL,
	`device` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expires` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `settings` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL
) STRICT;
--> statement-breakpoint
CREATE TABLE `users` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`phone_number` text NOT NULL,
	`email_verified_at` integer,
	`blocked_at` integer,
	`password_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	`revision` integer DEFAULT 0 NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_phone_number_unique` ON `users` (`phone_number`);--> statement-breakpoint
CREATE TABLE `variants` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`product_id` integer NOT NULL,
	`sku` text,
	`is_default` integer NOT NULL,
	`price` integer NOT NULL,
	`mrp` integer,
	`stock` integer NOT NULL,
	`color` text,
	`size` text,
	`variant_name` text,
	`weight` real,
	`length` real,
	`breadth` real,
	`height` real,
	`position` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "variants_stock" CHECK("variants"."stock" >= 0),
	CONSTRAINT "variants_price" CHECK("variants"."price" >= 0)
) STRICT;
--> statement-breakpoint
CREATE INDEX `variants_product` ON `variants` (`product_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `variants_sku` ON `variants` (lower("sku"));--> statement-breakpoint
CREATE UNIQUE INDEX `variants_one_default` ON `variants` (`product_id`) WHERE "variants"."is_default";--> statement-breakpoint
CREATE TABLE `wishlist_items` (
	`user_id` integer NOT NULL,
	`product_id` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `product_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`product_id`) REFERENCES `products`(`id`) ON UPDATE no action ON DELETE cascade
) STRICT;
--> statement-breakpoint
CREATE INDEX `wishlist_items_product` ON `wishlist_items` (`product_id`);--> statement-breakpoint
CREATE VIRTUAL TABLE `search_index` USING fts5(words, content='', contentless_delete=1, detail='none', tokenize='ascii');--> statement-breakpoint
CREATE TABLE `catalogue_version` (`id` integer PRIMARY KEY, `n` integer NOT NULL) STRICT;--> statement-breakpoint
INSERT INTO `catalogue_version` VALUES (1, 0);--> statement-breakpoint
CREATE TRIGGER `products_insert` AFTER INSERT ON `products` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `products_update` AFTER UPDATE ON `products` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `products_delete` AFTER DELETE ON `products` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `variants_insert` AFTER INSERT ON `variants` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `variants_update` AFTER UPDATE ON `variants` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `variants_delete` AFTER DELETE ON `variants` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `media_insert` AFTER INSERT ON `media` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `media_update` AFTER UPDATE ON `media` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `media_delete` AFTER DELETE ON `media` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `deals_insert` AFTER INSERT ON `deals` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `deals_update` AFTER UPDATE ON `deals` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `deals_delete` AFTER DELETE ON `deals` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `categories_insert` AFTER INSERT ON `categories` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `categories_update` AFTER UPDATE ON `categories` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `categories_delete` AFTER DELETE ON `categories` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `banners_insert` AFTER INSERT ON `banners` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `banners_update` AFTER UPDATE ON `banners` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `banners_delete` AFTER DELETE ON `banners` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `pages_insert` AFTER INSERT ON `pages` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `pages_update` AFTER UPDATE ON `pages` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `pages_delete` AFTER DELETE ON `pages` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `settings_insert` AFTER INSERT ON `settings` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `settings_update` AFTER UPDATE ON `settings` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `settings_delete` AFTER DELETE ON `settings` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `search_synonyms_insert` AFTER INSERT ON `search_synonyms` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `search_synonyms_update` AFTER UPDATE ON `search_synonyms` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `search_synonyms_delete` AFTER DELETE ON `search_synonyms` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `search_documents_insert` AFTER INSERT ON `search_documents` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `search_documents_update` AFTER UPDATE ON `search_documents` BEGIN UPDATE catalogue_version SET n = n + 1; END;--> statement-breakpoint
CREATE TRIGGER `search_documents_delete` AFTER DELETE ON `search_documents` BEGIN UPDATE catalogue_version SET n = n + 1; END;
