ALTER TABLE `orders` ADD `order_number` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE orders SET order_number = substr('CDFHJKMNPRTVWX', (random() & 1073741823) % 14 + 1, 1) ||
  substr('CDFHJKMNPRTVWX23456789', (random() & 1073741823) % 22 + 1, 1) ||
  substr('CDFHJKMNPRTVWX23456789', (random() & 1073741823) % 22 + 1, 1) ||
  substr('CDFHJKMNPRTVWX23456789', (random() & 1073741823) % 22 + 1, 1) ||
  substr('CDFHJKMNPRTVWX23456789', (random() & 1073741823) % 22 + 1, 1) ||
  substr('CDFHJKMNPRTVWX23456789', (random() & 1073741823) % 22 + 1, 1) ||
  substr('CDFHJKMNPRTVWX23456789', (random() & 1073741823) % 22 + 1, 1) ||
  substr('CDFHJKMNPRTVWX23456789', (random() & 1073741823) % 22 + 1, 1) ||
  substr('CDFHJKMNPRTVWX23456789', (random() & 1073741823) % 22 + 1, 1) ||
  substr('CDFHJKMNPRTVWX23456789', (random() & 1073741823) % 22 + 1, 1);--> statement-breakpoint
ALTER TABLE `orders` ADD `address_key` text;--> statement-breakpoint
CREATE UNIQUE INDEX `orders_order_number_unique` ON `orders` (`order_number`);--> statement-breakpoint
CREATE INDEX `orders_phone` ON `orders` (`shipping_phone`,`status`);--> statement-breakpoint
CREATE INDEX `orders_address` ON `orders` (`address_key`,`status`);--> statement-breakpoint
ALTER TABLE `users` ADD `email_verified_at` integer;--> statement-breakpoint
UPDATE users SET email_verified_at = created_at WHERE id IN (SELECT user_id FROM orders WHERE status NOT IN ('PAYMENT_FAILED', 'CANCELLED'));
